// SPDX-License-Identifier: Apache-2.0
// Tensor contraction: the sum of products over shared axes.
#pragma once

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// Contracts the axes that x and y pair: by dual level if an operand has a non-zero level (C-1 with
// C), else all axes with shared names. Result axes: x's other axes, then y's.
Op dot(const Operand& x, const Operand& y);

// The contracted axes in x's order, and the result's axes.
DotAxes dot_axes_of(const Node& node);

extern const OpDef dot_op;

}  // namespace ng
