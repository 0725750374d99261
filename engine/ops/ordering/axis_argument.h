// SPDX-License-Identifier: Apache-2.0
// The axis along which an op accumulates, sorts, takes or scatters.
#pragma once

#include <optional>
#include <string>

#include "engine/graph/node.h"

namespace ng {

// The single axis of the attribute `key`. Value Error for another number of axes.
Axis axis_of(const Attributes& attributes, const std::string& key = "axis");
// Where `axes` have it, as they have it (with its length). Value Error if they lack it.
Axis axis_in(const Axes& axes, const Axis& axis);

// Of take and scatter: the axis of their first operand that the elements of their second one
// number; empty for other operands. See OpDef::indexed_axis.
std::optional<Axis> axis_of_positions(const Node& node, std::size_t operand);

// An array as (outer, length, inner) around its axis `at`; lengths must be known.
struct AroundAxis {
  std::int64_t outer = 1, length = 1, inner = 1;
};
AroundAxis around(const Axes& axes, std::size_t at);

}  // namespace ng
