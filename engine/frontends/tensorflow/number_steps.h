// SPDX-License-Identifier: Apache-2.0
// Functions of numbers that several importers build of the same steps: signs, quotients, angles.
#pragma once

#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::tensorflow {

// A number of the type of `x`.
ItemPtr like(const ItemPtr& x, double value);
// Also of -0.
ItemPtr is_negative(NodeContext& n, const ItemPtr& x);

// The remainder with the sign of the dividend.
ItemPtr truncated_rest(NodeContext& n, const ItemPtr& a, const ItemPtr& b);
// Whether a remainder is not 0, and of another sign than the divisor.
ItemPtr is_opposite(NodeContext& n, const ItemPtr& rest, const ItemPtr& divisor);
// Of integers, rounded toward minus infinity; no step overflows.
ItemPtr floor_of_integers(NodeContext& n, const ItemPtr& a, const ItemPtr& b);

// The arctangent of y / x in -π..π, by the quadrant of (x, y), which are floats; signs of zeros and
// infinities count. Types of 16 bits are computed in float32.
ItemPtr arctangent(NodeContext& n, const ItemPtr& y, const ItemPtr& x);

}  // namespace ng::tensorflow
