// SPDX-License-Identifier: Apache-2.0
// Updates written to elements of a tensor at positions along an axis.
#pragma once

#include <optional>
#include <string>

#include "engine/graph/op.h"
#include "engine/runtime/axis_steps.h"

namespace ng {

struct OpDef;

// `into` with the elements at `positions` along `axis` replaced by `updates`, or combined with
// them. The updates have the axes of take(into, positions, axis), in any order, and the type of
// `into`. Several updates of an element are applied in the updates' row-major order: the last one
// replaces. Positions are truncated to integers; one out of range fails the run. Value Error for
// other axes or another type.
Op scatter(const Operand& into, const Operand& positions, const Operand& updates, const Axis& axis,
           ScatterReduction reduction = ScatterReduction::none);
// The same by the reduction's name.
Op scatter(const Operand& into, const Operand& positions, const Operand& updates, const Axis& axis,
           const std::string& reduction);

// The reduction of this name: none, add, mul, max or min; value Error for another.
ScatterReduction scatter_reduction(const std::string& name);

// Sizes of such an op; empty for other ops, and where float16, bfloat16 or bool are combined: these
// are decomposed into conversions and a scatter of float32 or int64.
std::optional<Scatter> scatter_of(const Node& node);

extern const OpDef scatter_op;

}  // namespace ng
