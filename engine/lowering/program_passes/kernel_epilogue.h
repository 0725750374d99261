// SPDX-License-Identifier: Apache-2.0
// Kernels that do no more to a value than the epilogue of a convolution does. Read from the
// kernel's loads and stores, so that views and the order of the axes do not matter.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/kernels/kernel.h"

namespace ng {

// What the kernel does to a parameter, in this order: adds a bias per row, adds another array of
// the same order, limits the result.
struct KernelEpilogue {
  std::optional<int> bias, added;  // parameters
  // The added array first gets a bias of its own, by these ops.
  std::optional<int> bias_of_added;
  std::vector<std::uint64_t> ops_of_added;
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
};

// Rows of an array: `count` of them, each with a bias of its own, of `width` elements, again and
// again.
struct EpilogueRows {
  std::int64_t count, width;
};

// The kernel as an epilogue of its float32 parameter `value`, which has these rows; none if it
// computes anything else or more than one result.
std::optional<KernelEpilogue> kernel_epilogue(const kernel::Kernel& kernel, int value,
                                              const EpilogueRows& rows);

}  // namespace ng
