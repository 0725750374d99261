// SPDX-License-Identifier: Apache-2.0
// Detects kernels that only multiply matrices: the sum of the products of two operands, along
// further axes of both. The heads of attention are such a batch.
#pragma once

#include <optional>

#include "engine/kernels/kernel.h"
#include "engine/runtime/step.h"

namespace ng {

struct BatchedMatmul {
  Matmul matmul;
  int a = 0, b = 0;  // the kernel's parameters that are A and B
};

// The kernel, before it is vectorised, as a matmul with batch axes: no copy is needed, because the
// matmul has the distances of rows in all operands. Empty if it computes something else, if a
// matrix has no contiguous rows, or for products too small to be worth a panel.
std::optional<BatchedMatmul> batched_matmul_of(const kernel::Kernel& kernel);

}  // namespace ng
