// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/stream.h"

#include <algorithm>
#include <chrono>

#include "tests/emulator/context.h"
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
    if (stream->capturer != std::this_thread::get_id()) {
      complain("a thread adds work to the capture of another");
      return capture_unsupported;
    }
    stream->ends = stream->capturing->add(std::move(work), stream->ends);
    return success;
  }
  stream->work.push_back(std::move(work));
  ++stream->added;
  return success;
}

int Streams::record(Event* event, Stream* stream) {
  if (stream && stream->capturing) {
    event->graph = stream->capturing;
    event->nodes = stream->ends;
    return success;
  }
  event->graph = nullptr;
  const int result = add(stream, [event] {
    event->seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    return int{success};
  });
  event->stream = stream;
  event->position = stream ? stream->added : 0;
  return result;
}

int Streams::wait_captured(Stream* stream, const Event& event) {
  const auto captures = [&event](const auto& each) { return each->capturing == event.graph; };
  const auto found = std::find_if(streams_.begin(), streams_.end(), captures);
  if (!event.graph || found == streams_.end() ||
      (stream->capturing && stream->capturing != event.graph)) {
    complain("a stream waits for an event of another capture, or of none");
    return capture_isolation;
  }
  if (!stream->capturing) {
    stream->capturing = event.graph;
    stream->capturer = (*found)->capturer;
    stream->ends.clear();
  }
  for (const std::size_t node : event.nodes) {
    if (std::find(stream->ends.begin(), stream->ends.end(), node) == stream->ends.end())
      stream->ends.push_back(node);
  }
  return success;
}

int Streams::wait(Stream* stream, Event* event) {
  if (event->graph || (stream && stream->capturing)) return wait_captured(stream, *event);
  if (!event->stream) return success;
  return add(stream, [this, other = event->stream, position = event->position] {
    return exists(other) ? finish(other, position) : int{success};
  });
}

int Streams::begin_capture(Stream* stream) {
  if (!exists(stream) || stream->capturing) return invalid_value;
  stream->capturing = std::make_shared<Graph>();
  stream->ends.clear();
  stream->begun = true;
  stream->capturer = std::this_thread::get_id();
  return success;
}

int Streams::end_capture(Stream* stream, std::shared_ptr<Graph>& graph) {
  if (!exists(stream) || !stream->capturing || !stream->begun) return invalid_value;
  graph = stream->capturing;
  int result = success;
  for (const auto& each : streams_) {
    if (each->capturing != graph) continue;
    if (!graph->precede(each->ends, stream->ends)) {
      complain("a captured stream was not joined");
      result = capture_unjoined;
    }
    each->capturing = nullptr;
    each->begun = false;
  }
  return result;
}

int Streams::finish(Stream* stream, std::uint64_t position) {
  const DeviceMemory::Access access;
  while (!failed && !stream->work.empty() && stream->done < position) {
    if (held) {
      complain("a call waits for a kernel that does not end");
      return launch_failed;
    }
    Work work = std::move(stream->work.front());
    const int result = work();
    if (result == blocked) {
      stream->work.front() = std::move(work);
      return blocked;
    }
    stream->work.pop_front();
    ++stream->done;
    failed = result;
  }
  return failed;
}

int Streams::finish_all() {
  for (const auto& stream : streams_) {
    if (const int result = finish(stream.get()); result && result != blocked) return result;
  }
  return failed;
}

int Streams::query(Stream* stream) {
  if (failed || stream->work.empty()) return failed;
  if (held) return not_ready;
  const int result = finish(stream);
  return result && result != blocked ? result : not_ready;
}

bool Streams::is_capturing() const {
  return std::any_of(streams_.begin(), streams_.end(), [](const auto& stream) {
    return stream->capturing != nullptr && stream->capturer == std::this_thread::get_id();
  });
}

}  // namespace ng::emulator
