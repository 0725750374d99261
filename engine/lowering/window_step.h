// SPDX-License-Identifier: Apache-2.0
// Convolution, pooling and look-up as sizes that a backend's own loops take.
#pragma once

#include <optional>

#include "engine/graph/node.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// None for other ops, and where an operand or the result is not float32.
std::optional<WindowStep> window_step(const Node& node);

// A fused op that only adds a number per channel to one of its operands, a convolution, or takes
// what is below zero from it, or both.
struct ConvolutionEnding {
  Value convolution, bias;  // bias may be null; it is a source
  bool rectify = false;
};
std::optional<ConvolutionEnding> convolution_ending(const Node& fused);

}  // namespace ng
