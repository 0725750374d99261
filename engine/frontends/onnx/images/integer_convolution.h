// SPDX-License-Identifier: Apache-2.0
// Convolutions of 8-bit integers with zero points, exact in int32, whose sums wrap.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// Bytes and their zero point, which is one number or, of filters, one per filter; null: 0.
struct QuantisedBytes {
  ItemPtr values, zero;
};

// (x - its zero point) (N, C, spatial …) convolved with (w - its zero point) (K, C / groups, taps
// …), as int32. Padding is x's zero point.
Op integer_convolution(NodeContext& n, const QuantisedBytes& x, const QuantisedBytes& w);

// A Conv of results of DequantizeLinear: the exact sums of the integers, multiplied by the scales
// in float32, plus the bias. Null if an operand is none, or has scales along other dimensions.
Op convolution_of_dequantised(NodeContext& n);

}  // namespace ng::onnx
