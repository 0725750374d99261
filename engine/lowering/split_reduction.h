// SPDX-License-Identifier: Apache-2.0
// Splits a reduction of many elements to few into two kernels: the first reduces parts in parallel
// and stores what the reduction's loops store, the second combines the parts. The number of parts
// depends only on sizes, so that results do not depend on the number of threads.
#pragma once

#include <optional>

#include "engine/kernels/kernel.h"

namespace ng {

struct SplitReduction {
  kernel::Kernel parts;  // reads what the original reads; writes outputs `stored`, then the array
                         // of partial results
  kernel::Kernel whole;  // reads inputs `reads` of the original, then the array; writes the other
                         // outputs
  std::vector<int> reads;
  std::vector<std::size_t> stored;  // 0: the original's first output
  DType dtype = DType::f32;
  std::int64_t part_count = 0, sums = 0, elements = 0;  // the array's shape
};

// `kernel` has collapsed loops and is not vectorised. Empty if the outer loops alone give enough
// parallel work (with vectors of `vector_bytes`), or if the kernel is small or has more than one
// stage.
std::optional<SplitReduction> split_reduction(const kernel::Kernel& kernel, int vector_bytes);

}  // namespace ng
