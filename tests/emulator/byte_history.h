// SPDX-License-Identifier: Apache-2.0
// The last write and the last reads of a byte of device memory.
#pragma once

#include <cstdint>

namespace ng::emulator {

// Who accessed a byte, and when. `thread` is a thread's number in its block, or one of the values
// below; a bit marks atomic writes.
struct Stamp {
  std::uint32_t span = 0;
  std::uint16_t thread = 0, step = 0;

  static constexpr std::uint16_t several_of_warp = 1024;  // plus the warp's number
  static constexpr std::uint16_t several = 2000, several_blocks = 3000, atomic = 0x8000;
};

// Zeros mean: no access. Spans count from 1.
struct ByteHistory {
  Stamp written, read;
};

}  // namespace ng::emulator
