// SPDX-License-Identifier: Apache-2.0
// The sum of products over shared axes.
#pragma once

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// Contracts the axes that x and y pair: by dual level when an operand carries one (C-1 with C),
// else every axis they share by name. Result: x's other axes, then y's.
Op dot(const Operand& x, const Operand& y);

// The axes that a dot pairs, in x's order, and the result's.
DotAxes dot_axes_of(const Node& node);

extern const OpDef dot_op;

}  // namespace ng
