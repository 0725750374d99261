// SPDX-License-Identifier: Apache-2.0
// The bits of floats that a program computes: BitCast of ONNX reads only those known at import.
#pragma once

#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {

// Of the same size.
DType unsigned_type(DType type);
// The number of bits of an element.
double bits_of(const ItemPtr& x);
// The bits of an element as a value of another type of this size. NaN has the bits of a quiet one.
ItemPtr bits_as(NodeContext& n, const ItemPtr& x, DType type);

}  // namespace ng::stablehlo
