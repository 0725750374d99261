// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/frame.h"

#include <cstring>

#include "engine/base/error.h"

namespace ng::remote {
namespace {

constexpr std::size_t length_bytes = 4;

std::size_t length_at(const char* bytes) {
  std::size_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return length;
}

[[noreturn]] void refuse_frame(const std::string& found, const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.what = "the data received on the link is not a message";
  diagnostic.found = found;
  diagnostic.expected = expected;
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

}  // namespace

std::string encode(const Frame& frame) {
  const std::size_t length = frame.header.size() + 1 + frame.payload.size();
  check(frame.header.find('\n') == std::string::npos, "a header is one line");
  check(frame.header.size() <= longest_header && length <= longest_frame, "a frame is bounded");
  std::string bytes;
  bytes.reserve(length_bytes + length);
  for (std::size_t i = 0; i < length_bytes; ++i) {
    bytes += static_cast<char>(length >> (8 * i) & 0xff);
  }
  return bytes.append(frame.header).append(1, '\n').append(frame.payload);
}

void FrameReader::add(std::string_view bytes) {
  if (from_ > 0 && from_ >= bytes_.size() / 2) {
    bytes_.erase(0, from_);
    from_ = 0;
  }
  bytes_.append(bytes);
}

std::optional<Frame> FrameReader::next() {
  if (bytes_.size() - from_ < length_bytes) return std::nullopt;
  const std::size_t length = length_at(bytes_.data() + from_);
  if (length > longest_frame || length == 0) {
    refuse_frame("a length of " + std::to_string(length) + " bytes",
                 "1 to " + std::to_string(longest_frame));
  }
  const std::string_view there = std::string_view(bytes_).substr(from_ + length_bytes);
  const std::string_view body = there.substr(0, length);
  const std::size_t end = body.substr(0, longest_header + 1).find('\n');
  if (end == std::string_view::npos && (body.size() == length || body.size() > longest_header)) {
    refuse_frame("no line end in the first " + std::to_string(std::min(length, longest_header)) +
                     " bytes of a message",
                 "a line of JSON");
  }
  if (body.size() < length) return std::nullopt;
  Frame frame{std::string(body.substr(0, end)), std::string(body.substr(end + 1))};
  from_ += length_bytes + length;
  return frame;
}

}  // namespace ng::remote
