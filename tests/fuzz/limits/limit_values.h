// SPDX-License-Identifier: Apache-2.0
// Elements at and next to the limits of their types, and where conversions to other types round.
#pragma once

#include "engine/base/tensor.h"
#include "tests/fuzz/programs/draws.h"

namespace ng::fuzz {

// Integers: 0, ±1, small ones, the limits and their halves, about 2^53, and random bits. Floats:
// ±0, denormals, the largest, infinities, NaN, halves, and about the limits of integer types.
Tensor limit_values(Draws& draws, DType dtype, const Shape& shape);

}  // namespace ng::fuzz
