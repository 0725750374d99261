// SPDX-License-Identifier: Apache-2.0
// Elements of a tensor at positions along an axis.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/runtime/axis_steps.h"

namespace ng {

struct OpDef;

// The elements of `x` at `positions` along `axis`. Axes of the positions that x has besides `axis`
// are matched by name; the others replace `axis`. Positions are truncated to integers; one out of
// range fails the run. Value Error if x lacks the axis or lengths differ.
Op take(const Operand& x, const Operand& positions, const Axis& axis);

// The axes of take(x, positions, axis). Throws as take does.
Axes taken_axes(const Axes& x, const Axes& positions, const Axis& axis);
// The strides, over `x`, of the axes of the taken elements: 0 along `axis` and along new axes.
std::vector<std::int64_t> table_strides(const Axes& elements, const Axes& x, const Axis& axis);
// Places of `elements` in `table` by `positions` along `axis`.
AxisWalk walk_of(const Axes& elements, const Value& table, const Value& positions,
                 const Axis& axis);

// The row of a position, truncated. Throws the index Error if it is out of range.
std::int64_t row_of(const AxisWalk& walk, double position);

std::optional<Take> take_of(const Node& node);  // empty for other ops

extern const OpDef take_op;

}  // namespace ng
