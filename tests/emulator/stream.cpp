// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/stream.h"

#include <algorithm>
#include <chrono>

#include "tests/emulator/device_memory.h"
#include "tests/emulator/faults.h"

namespace ng::emulator {

Streams& Streams::all() {
  static auto* kept = new Streams;
  return *kept;
}

Stream* Streams::create(int device) {
  streams_.push_back(std::make_unique<Stream>());
  streams_.back()->device = device;
  ++Faults::all().live["stream"];
  return streams_.back().get();
}

bool Streams::destroy(Stream* stream) {
  if (!exists(stream)) return false;
  finish(stream);
  std::erase_if(streams_, [stream](const auto& each) { return each.get() == stream; });
  --Faults::all().live["stream"];
  return true;
}

bool Streams::exists(const Stream* stream) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [stream](const auto& each) { return each.get() == stream; });
}

int Streams::add(Stream* stream, Work work) {
  if (failed) return failed;
  if (!stream) {
    if (const int result = finish_all()) return result;
    const DeviceMemory::Access access;
    return failed = work();
  }
  if (!exists(stream)) return invalid_handle;
  if (stream->capturing) {
    stream->capturing->work.push_back(std::move(work));
    return success;
  }
  stream->work.push_back(std::move(work));
  ++stream->added;
  return success;
}

int Streams::record(Event* event, Stream* stream) {
  const int result = add(stream, [event] {
    event->seconds = std::chrono::duration<double>(
                         std::chrono::steady_clock::now().time_since_epoch()).count();
    return int{success};
  });
  event->stream = stream;
  event->position = stream ? stream->added : 0;
  return result;
}

int Streams::wait(Stream* stream, Event* event) {
  if (!event->stream) return success;
  return add(stream, [this, other = event->stream, position = event->position] {
    return exists(other) ? finish(other, position) : int{success};
  });
}

int Streams::finish(Stream* stream, std::uint64_t position) {
  const DeviceMemory::Access access;
  while (!failed && !stream->work.empty() && stream->done < position) {
    const Work work = std::move(stream->work.front());
    stream->work.pop_front();
    ++stream->done;
    failed = work();
  }
  return failed;
}

int Streams::finish_all() {
  for (const auto& stream : streams_) {
    if (const int result = finish(stream.get())) return result;
  }
  return failed;
}

bool Streams::is_capturing() const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return stream->capturing != nullptr; });
}

}  // namespace ng::emulator
