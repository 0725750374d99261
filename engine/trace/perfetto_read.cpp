// SPDX-License-Identifier: Apache-2.0
// Reads a Perfetto trace packet by packet; holds only a few megabytes of the file.
#include <algorithm>
#include <cstring>
#include <filesystem>

#include "engine/base/reader.h"
#include "engine/trace/perfetto_fields.h"
#include "engine/trace/perfetto_file.h"
#include "engine/trace/perfetto_tracks.h"

namespace ng {
namespace {

constexpr std::size_t piece = std::size_t{4} << 20, most_held = std::size_t{256} << 20;
constexpr std::size_t longest_head = 11;  // one byte of tag, ten of length

class PerfettoReader {
 public:
  PerfettoReader(const std::string& path, const TraceReading& reading)
      : file_(path), reading_(reading), tracks_(reading.most_events) {}

  Timeline read() {
    while (const std::size_t length = next_packet()) {
      try {
        tracks_.take(perfetto::Message(at_, length), offset());
      } catch (const protozero::exception&) {
        refuse_file("a packet is damaged");
      }
      at_ += length;
    }
    Timeline timeline = tracks_.finish();
    if (cut_) timeline.notes.emplace_back("the file ends before the trace does");
    timeline.title = std::filesystem::path(file_.path()).filename().string();
    return timeline;
  }

 private:
  std::size_t left() const { return static_cast<std::size_t>(held_.data() + filled_ - at_); }
  std::uint64_t offset() const { return file_.offset() - left(); }

  // Moves `at_` to the next packet and returns its size; 0 at the end of the trace.
  std::size_t next_packet() {
    for (;;) {
      hold(longest_head);
      if (left() == 0) return 0;
      if (*at_ != char{0x0A}) refuse_file("this is not a trace packet");
      const char *length_at = at_ + 1, *end = held_.data() + filled_;
      std::uint64_t length = 0;
      try {
        length = protozero::decode_varint(&length_at, end);
      } catch (const protozero::exception&) {
        if (left() >= longest_head) refuse_file("a packet has no length");
        cut_ = true;
        return 0;
      }
      if (length > most_held) refuse_file("a packet is longer than 256 MiB");
      at_ = length_at;
      if (!hold(static_cast<std::size_t>(length))) {
        cut_ = true;
        return 0;
      }
      if (length > 0) return static_cast<std::size_t>(length);
    }
  }

  // Buffers this many bytes from `at_` on; false if the file ends before them.
  bool hold(std::size_t bytes) {
    if (left() >= bytes || file_.remaining() == 0) return left() >= bytes;
    const std::size_t kept = left();
    std::vector<char> larger(
        std::min<std::uint64_t>(std::max(bytes, kept) + piece, kept + file_.remaining()));
    if (kept) std::memcpy(larger.data(), at_, kept);
    held_.swap(larger);
    const auto count = std::min<std::uint64_t>(held_.size() - kept, file_.remaining());
    file_.read(std::as_writable_bytes(std::span(held_).subspan(kept, count)));
    at_ = held_.data();
    filled_ = kept + count;
    tell();
    return left() >= bytes;
  }

  void tell() {
    const double fraction = static_cast<double>(file_.offset()) / static_cast<double>(file_.size());
    if (reading_.progress && !reading_.progress(fraction))
      refuse(ErrorKind::cancelled, "reading the trace was cancelled");
    if (!reading_.first || reported_ || tracks_.events() < reading_.first_events) return;
    reported_ = true;
    reading_.first(tracks_.snapshot());
  }

  [[noreturn]] void refuse_file(std::string what) {
    file_.fail_at(offset(), {std::move(what),
                             {},
                             "a trace in Perfetto's binary format",
                             "write the trace again with the tool that created it"});
  }

  Reader file_;
  const TraceReading& reading_;
  perfetto::Tracks tracks_;
  std::vector<char> held_;
  std::size_t filled_ = 0;
  const char* at_ = held_.data();
  bool cut_ = false, reported_ = false;
};

// Does a packet of this size start with a valid field tag?
bool begins_like_packet(const char* at, const char* end) {
  try {
    const auto tag = protozero::decode_varint(&at, end);
    const auto field = tag >> 3, wire = tag & 7;
    return (wire == 0 || wire == 2) && field >= 1 && field < 1000;
  } catch (const protozero::exception&) {
    return false;
  }
}

}  // namespace

// A JSON file may start with the same byte, a line break.
bool looks_like_perfetto(const std::string& first_bytes) {
  if (first_bytes.size() < 3 || first_bytes[0] != char{0x0A}) return false;
  const std::size_t word = first_bytes.find_first_not_of(" \r\n\t");
  if (word == std::string::npos) return false;
  if (first_bytes[word] == '{' || first_bytes[word] == '[') {
    const std::size_t next = first_bytes.find_first_not_of(" \r\n\t", word + 1);
    if (next == std::string::npos || std::strchr("\"{[]}", first_bytes[next])) return false;
  }
  const char *at = first_bytes.data() + 1, *end = first_bytes.data() + first_bytes.size();
  try {
    const std::uint64_t length = protozero::decode_varint(&at, end);
    if (length == 0 || length > most_held || !begins_like_packet(at, end)) return false;
    const auto rest = static_cast<std::uint64_t>(end - at);
    return rest <= length || at[length] == char{0x0A};
  } catch (const protozero::exception&) {
    return false;
  }
}

Timeline read_perfetto(const std::string& path, const TraceReading& reading) {
  return PerfettoReader(path, reading).read();
}

}  // namespace ng
