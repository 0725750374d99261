// SPDX-License-Identifier: Apache-2.0
// Blocked summation of long sums: sums of blocks are added to a second accumulator, so that the
// rounding error grows at most with the square root of the length.
#pragma once

#include <optional>

#include "engine/kernels/kernel.h"

namespace ng::kernel {

// A loop nest in blocks: after every `steps` iterations of `loop`, the sums are moved to the second
// accumulator.
struct LongSum {
  int loop = 0;
  std::int64_t steps = 0;
  std::vector<const Statement*> sums;  // accumulations into locals declared outside the nest
};

// The blocking of the perfect nest starting at loop `nest`; empty if no sum is long. The vectorised
// loop adds `at_once` elements to as many accumulators, and its `steps` are a multiple of that.
std::optional<LongSum> long_sum(const Kernel& kernel, const Statement& nest, std::int64_t at_once);

}  // namespace ng::kernel
