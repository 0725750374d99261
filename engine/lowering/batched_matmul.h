// SPDX-License-Identifier: Apache-2.0
// Detects kernels that only multiply matrices: the sum of the products of two operands, along
// further axes of both. The heads of attention are such a batch.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/kernels/kernel.h"
#include "engine/runtime/step.h"

namespace ng {

struct BatchedMatmul {
  Matmul matmul;
  int a = 0, b = 0, c = 0;         // the kernel's parameters
  std::vector<std::uint64_t> ops;  // that only this product computes
};

// The kernel, before it is vectorised, as matmuls with batch axes, one per result: no copy is
// needed, because a matmul has the distances of rows in all operands. Empty if the kernel computes
// anything else, if a matrix has no contiguous rows, or if a product is too small to be worth a
// panel.
std::vector<BatchedMatmul> batched_matmuls_of(const kernel::Kernel& kernel);

}  // namespace ng
