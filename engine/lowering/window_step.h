// SPDX-License-Identifier: Apache-2.0
// Convolution, pooling and lookup ops as sizes for a backend's own loops.
#pragma once

#include <optional>

#include "engine/graph/node.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Empty for other ops, and if an operand or the result is not float32. With `of_bytes`, also a
// convolution of 8-bit integers.
std::optional<WindowStep> window_step(const Node& node, bool of_bytes);

}  // namespace ng
