// SPDX-License-Identifier: Apache-2.0
// Weights of models whose values do not matter.
#pragma once

#include "engine/base/tensor.h"

namespace ng::bench {

// Numbers from middle - size to middle + size without a pattern, with which sums over channels
// would cancel; whole ones for integers.
Tensor scattered(const Shape& shape, double size, DType dtype = DType::f32, double middle = 0);

}  // namespace ng::bench
