// SPDX-License-Identifier: Apache-2.0
// Page-locked host memory through which small arrays are copied, so that the host need not wait for
// earlier work of the stream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/backends/gpu/cuda_libraries.h"

namespace ng {

// Used by one thread at a time, in the device's context.
class PinnedStaging {
 public:
  static constexpr std::int64_t largest = 4 << 20;  // bytes of one array

  // A place for `bytes` (at most `largest`), which is in use until restart(). Null: none is free
  // before restart(), or no memory can be page-locked.
  std::byte* place(std::int64_t bytes);
  bool is_full() const { return memory_ != nullptr; }  // after place() returned null
  void restart() { used_ = 0; }                        // the stream has finished all copies
  void release() noexcept;

 private:
  std::byte* memory_ = nullptr;
  bool refused_ = false;
  std::int64_t used_ = 0;
};

}  // namespace ng
