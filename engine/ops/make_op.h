// SPDX-License-Identifier: Apache-2.0
// How the functions that users call build their node: constants from numbers, the user's line in
// the label and in every refusal.
#pragma once

#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// The operand as a value; a number or array becomes a constant. An array of rank > 0 gets anonymous
// axes, or `axes` when their number equals its rank.
Value as_value(const Operand& operand, const Axes& axes = {});

// Builds the op at the line of the first operand. A refusal names the op and that line.
Op make_op(const OpDef& def, const std::vector<Operand>& operands, Attributes attributes = {});
Op make_op_at(const OpDef& def, const std::vector<Operand>& operands, Attributes attributes,
              const Operand::Where& where);

// Throws `error` again with the op and the user's line in its message, unless they are there.
[[noreturn]] void rethrow_at(const Error& error, const OpDef& def, const Operand::Where& where);

// Runs `build`; what it refuses before a node is made names the op and the user's line too.
template <class F>
Op at_line(const OpDef& def, const Operand::Where& where, F&& build) {
  try {
    return build();
  } catch (const Error& error) {
    rethrow_at(error, def, where);
  }
}

// The flops of ops that compute nothing: sources, views, order.
std::int64_t no_flops(const Node& node);

// Common refusals of infer functions.
void require_values(const OpDef& def, std::span<const Value> operands, std::size_t count);

// The dtype attribute, or float32: results of arithmetic whatever the operands are (semantics 2.1).
DType result_dtype(const Attributes& attributes);

}  // namespace ng
