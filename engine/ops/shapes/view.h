// SPDX-License-Identifier: Apache-2.0
// Views: ops that only change the axes of a value. No data moves until a kernel reads the view.
#pragma once

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// x broadcast to `axes`, which must include all of x's, in any order. Gradient: the sum over the
// added axes.
Op broadcast(const Operand& x, const Axes& axes);
// x with the same axes in another order.
Op axes_with_order(const Operand& x, const Axes& axes);
// x with its axes renamed by position; lengths must agree. Returns x itself for rank 0.
Op cast_axes(const Operand& x, const Axes& axes);

// For a view: the operand axis read at the i-th result axis; -1: none.
std::vector<int> view_map(const Node& node);

extern const OpDef broadcast_op, axes_with_order_op, cast_axes_op;

}  // namespace ng
