// SPDX-License-Identifier: Apache-2.0
// Splits a reduction of many elements to few into two kernels: the first reduces parts in parallel,
// the second combines them. The number of parts depends only on sizes, so that results do not
// depend on the number of threads.
#pragma once

#include <optional>

#include "engine/kernels/kernel.h"

namespace ng {

struct SplitReduction {
  kernel::Kernel parts;  // reads what the original reads; writes the array of partial results
  kernel::Kernel whole;  // reads inputs `reads` of the original, then the array; writes the outputs
  std::vector<int> reads;
  DType dtype = DType::f32;
  std::int64_t part_count = 0, sums = 0, elements = 0;  // the array's shape
};

// `kernel` has collapsed loops and is not vectorised. Empty if the outer loops alone give enough
// parallel work (with vectors of `vector_bytes`), or if the kernel is small, has more than one
// stage or stores elements inside the reduction's loops.
std::optional<SplitReduction> split_reduction(const kernel::Kernel& kernel, int vector_bytes);

}  // namespace ng
