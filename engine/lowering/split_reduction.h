// SPDX-License-Identifier: Apache-2.0
// A reduction of many elements to few, as two kernels: parts are reduced side by side, then their
// results are joined. How many parts there are depends on the sizes alone, so a result does not
// depend on the number of threads.
#pragma once

#include <optional>

#include "engine/kernels/kernel.h"

namespace ng {

struct SplitReduction {
  kernel::Kernel parts;  // reads what the kernel reads; writes the array below
  kernel::Kernel whole;  // reads `reads` of the kernel's inputs, then the array; writes its outputs
  std::vector<int> reads;
  DType dtype = DType::f32;
  std::int64_t part_count = 0, sums = 0, elements = 0;  // the array's shape
};

// Of a kernel whose loops are collapsed but not vectorised. Nothing where its outer loops can be
// shared out as they are (vectors of `vector_bytes`), where it is small, where it has more than one
// stage, or where it stores elements within the reduction's loops.
std::optional<SplitReduction> split_reduction(const kernel::Kernel& kernel, int vector_bytes);

}  // namespace ng
