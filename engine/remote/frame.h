// SPDX-License-Identifier: Apache-2.0
// Frames on the socket between a program and the workbench: four bytes of length (little-endian),
// a line of JSON, and after its newline, bytes that the JSON describes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ng::remote {

inline constexpr std::size_t longest_header = std::size_t{4} << 20;   // bytes
inline constexpr std::size_t longest_frame = std::size_t{256} << 20;  // bytes, header included

struct Frame {
  std::string header;  // JSON in one line, not looked into yet
  std::string payload;
};

// The bytes of a frame. Internal Error for one beyond the limits: whoever makes it keeps to them.
std::string encode(const Frame& frame);

// Puts frames together from bytes as they come. Memory for a frame is taken as its bytes arrive,
// not when its length is told.
class FrameReader {
 public:
  void add(std::string_view bytes);
  // The next whole frame, or nothing yet. bad_file Error for a length or a header beyond the limits
  // and for a frame without a header's end: nothing that follows can be read.
  std::optional<Frame> next();

 private:
  std::string bytes_;
  std::size_t from_ = 0;  // of what was not handed out yet
};

}  // namespace ng::remote
