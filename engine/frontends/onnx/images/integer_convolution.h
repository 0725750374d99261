// SPDX-License-Identifier: Apache-2.0
// Exact convolution of integers with float32 convolutions.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// x (N, C, spatial …) convolved with w (K, C / groups, taps …), as int32. Both are float32 and
// hold integers of at most ±255: differences of 8-bit integers.
Op integer_convolution(NodeContext& n, const Op& x, const Op& w);

}  // namespace ng::onnx
