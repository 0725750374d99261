// SPDX-License-Identifier: Apache-2.0
// Convolution, pooling and lookup ops as sizes for a backend's own loops.
#pragma once

#include <optional>

#include "engine/graph/node.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Convolutions that a backend has loops for, besides those of float32 with the batch last.
struct ConvolutionSteps {
  bool batch_first = false;  // with Convolution::batch_first
  bool bytes = false;        // of 8-bit integers (ConvolutionBytes)
};

// Empty for other ops and convolutions, and if an operand or the result is not float32.
std::optional<WindowStep> window_step(const Node& node, const ConvolutionSteps& convolutions);

}  // namespace ng
