// SPDX-License-Identifier: Apache-2.0
// Ops that change how a value is seen, not what it holds: no data moves until a kernel reads it.
#pragma once

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// x over `axes`, which hold all of x's, in any order. Gradient: the sum over the added axes.
Op broadcast(const Operand& x, const Axes& axes);
// x with its axes in another order; the same set.
Op axes_with_order(const Operand& x, const Axes& axes);
// x with its axes renamed, position by position; lengths must agree. Rank 0 is returned as it is.
Op cast_axes(const Operand& x, const Axes& axes);

// For a view: which axis of the operand is read at the i-th axis of the result; -1 for none.
std::vector<int> view_map(const Node& node);

extern const OpDef broadcast_op, axes_with_order_op, cast_axes_op;

}  // namespace ng
