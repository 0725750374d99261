// SPDX-License-Identifier: Apache-2.0
// Sums whose rounding errors would grow with their length: they are added up in stretches, and the
// stretches' totals are added to a second accumulator, so that the error grows with the square root
// of the length at most.
#pragma once

#include <optional>

#include "engine/kernels/kernel.h"

namespace ng::kernel {

// A nest of loops that is cut: after every `steps` steps of `loop` the sums so far are put away.
struct LongSum {
  int loop = 0;
  std::int64_t steps = 0;
  std::vector<const Statement*> sums;  // the accumulations into locals from outside the nest
};

// Of the perfect nest that begins with the loop `nest`; nothing where no sum is long. The
// vectorised loop adds `at_once` elements to as many accumulators; steps of it are a multiple of
// that.
std::optional<LongSum> long_sum(const Kernel& kernel, const Statement& nest, std::int64_t at_once);

}  // namespace ng::kernel
