// SPDX-License-Identifier: Apache-2.0
// Exact convolution of integers with float32 convolutions.
#pragma once

#include <cstdint>

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// x (N, C, spatial …) convolved with w (K, C / groups, taps …), as int32. Both are float32 and
// hold integers, x at most ±255 and w at most ±`largest`.
Op integer_convolution(NodeContext& n, const Op& x, const Op& w, std::int64_t largest);

}  // namespace ng::onnx
