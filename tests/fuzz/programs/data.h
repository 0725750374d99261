// SPDX-License-Identifier: Apache-2.0
// Contents of placeholders, variables and constants of random programs.
#pragma once

#include "engine/base/tensor.h"
#include "tests/fuzz/programs/draws.h"

namespace ng::fuzz {

// Values that `dtype` represents exactly. Mostly within -2 … 2; sometimes small integers with
// duplicates, integers that float32 cannot represent, values halfway between two of a narrower
// dtype, both zeros, and (`wild`) infinities, NaN and values near the limits of the range.
Tensor random_tensor(DType dtype, const Shape& shape, Draws& draws, bool wild);

// Values within -2 … 2 mixed with both zeros, infinities, NaN and values near the limits of the
// range.
Tensor wild_tensor(DType dtype, const Shape& shape, Draws& draws);

// Float64 values within -2 … 2, all distinct.
Tensor smooth_tensor(const Shape& shape, Draws& draws);

// Integers 0 … count-1.
Tensor random_indices(DType dtype, const Shape& shape, std::int64_t count, Draws& draws);

}  // namespace ng::fuzz
