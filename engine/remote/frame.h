// SPDX-License-Identifier: Apache-2.0
// Frames on the socket between a program and the workbench: a length of four bytes (little-endian),
// a line of JSON, and after its newline the binary payload that the JSON describes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ng::remote {

inline constexpr std::size_t longest_header = std::size_t{4} << 20;   // bytes
inline constexpr std::size_t longest_frame = std::size_t{256} << 20;  // bytes, including the header

struct Frame {
  std::string header;  // JSON on one line, not parsed
  std::string payload;
};

// Encodes a frame. Exceeding the limits is an internal Error, since the caller must respect them.
std::string encode(const Frame& frame);

// Assembles frames from received bytes. Allocates memory as bytes arrive, not by the announced
// length.
class FrameReader {
 public:
  void add(std::string_view bytes);
  // The next complete frame, if any. Throws a bad_file Error for a length or header beyond the
  // limits and for a missing header end; the stream cannot be read after that.
  std::optional<Frame> next();

 private:
  std::string bytes_;
  std::size_t from_ = 0;  // start of the unread bytes
};

}  // namespace ng::remote
