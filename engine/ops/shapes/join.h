// SPDX-License-Identifier: Apache-2.0
// Stacking along a new axis and concatenation along an existing axis.
#pragma once

#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// The operands stacked along a new axis at position `pos`; its length is the number of operands.
// All operands must have the axes of the first, in any order; value Error otherwise.
Op stack(const std::vector<Op>& operands, const Axis& axis, std::int64_t pos = 0,
         Operand::Where where = Operand::Where::current());

// The operands concatenated along `axis`, whose lengths may differ; the other axes must be those of
// the first operand. Runtime Error if they differ or a length is unknown.
Op concat_along_axis(const std::vector<Op>& operands, const Axis& axis,
                     Operand::Where where = Operand::Where::current());

// Position of the joined axis in the result of a stack or concatenation.
// Of a concatenation; none for other ops.
std::optional<Axis> concatenated_axis(const Node& node);
std::size_t joined_position(const Node& node);
// Is copying the operands one by one faster than an expression that selects the operand for every
// element? True for many operands whose axes are in the result's order.
bool joins_by_copies(const Node& node);

extern const OpDef stack_op, concat_along_axis_op;

}  // namespace ng
