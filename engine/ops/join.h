// SPDX-License-Identifier: Apache-2.0
// Tensors side by side: along a new axis, or one behind the other along an axis that they have.
#pragma once

#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// The operands along a new axis at position `pos`; its length is their number. All have the axes of
// the first, in any order. Value Error otherwise.
Op stack(const std::vector<Op>& operands, const Axis& axis, std::int64_t pos = 0,
         Operand::Where where = Operand::Where::current());

// The operands one behind the other along `axis`, where their lengths may differ; their other axes
// are those of the first. Runtime Error when they have others, or a length is not known.
Op concat_along_axis(const std::vector<Op>& operands, const Axis& axis,
                     Operand::Where where = Operand::Where::current());

// The position of the joined axis in the result of a stack or concatenation.
std::size_t joined_position(const Node& node);
// A stack or concatenation of so many operands that copying them one by one beats an expression
// that asks, for every element, which operand it comes from. Their axes stand in the result's order.
bool joins_by_copies(const Node& node);

extern const OpDef stack_op, concat_along_axis_op;

}  // namespace ng
