// SPDX-License-Identifier: Apache-2.0
// Floats of 4 and 8 bits, held as float32.
#pragma once

#include "engine/formats/onnx/onnx_model.h"
#include "engine/graph/op.h"

namespace ng::onnx {

// The nearest value of the type, ties to even. What is beyond its range becomes the largest value
// if `saturates`, else infinity where the type has it, else NaN.
Op rounded_to(const Op& x, ElementType type, bool saturates);

// The size of x as a power of two from 2^-127 to 2^127, FLOAT8E8M0. What rounds beyond becomes the
// largest one if `saturates`, else NaN; NaN and infinity become NaN.
enum class Rounding { up, down, nearest };
Op rounded_to_power(const Op& x, Rounding rounding, bool saturates);

}  // namespace ng::onnx
