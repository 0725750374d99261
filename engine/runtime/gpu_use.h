// SPDX-License-Identifier: Apache-2.0
// What the machine code of a kernel uses of a GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ng {

struct GpuUse {
  std::string architecture;         // "sm_90"
  int registers = 0;                // of a thread
  std::int64_t shared_bytes = 0;    // of a block
  std::int64_t local_bytes = 0;     // of a thread: spilled registers, and arrays that are indexed
  std::int64_t blocks = 0;          // of a launch
  int threads = 0;                  // of a block
  std::optional<double> occupancy;  // 0 to 1, of the threads that a multiprocessor can hold
};

}  // namespace ng
