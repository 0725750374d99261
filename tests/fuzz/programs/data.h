// SPDX-License-Identifier: Apache-2.0
// Contents of placeholders, variables and constants of random programs.
#pragma once

#include "engine/base/tensor.h"
#include "tests/fuzz/programs/draws.h"

namespace ng::fuzz {

// Numbers that `dtype` holds exactly. Mostly within -2 … 2; sometimes small whole numbers with
// equal ones among them, whole numbers that float32 does not hold, numbers halfway between two of a
// narrower type, both zeros, and (`wild`) infinities, NaN and numbers near the ends of the range.
Tensor random_tensor(DType dtype, const Shape& shape, Draws& draws, bool wild);

// Among numbers within -2 … 2 both zeros, infinities, NaN and numbers near the ends of the range.
Tensor wild_tensor(DType dtype, const Shape& shape, Draws& draws);

// Float64 within -2 … 2, no two alike.
Tensor smooth_tensor(const Shape& shape, Draws& draws);

// Whole numbers 0 … count-1.
Tensor random_indices(DType dtype, const Shape& shape, std::int64_t count, Draws& draws);

}  // namespace ng::fuzz
