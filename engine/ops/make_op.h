// SPDX-License-Identifier: Apache-2.0
// Building blocks of the functions that users call: they turn numbers into constants and record the
// user's source location in the label and in errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/error.h"
#include "engine/graph/attributes.h"
#include "engine/graph/op.h"

namespace ng {

struct OpDef;
class OpArguments;

// The operand as a value; a number or array becomes a constant. An array of rank > 0 gets anonymous
// axes, or `axes` if their number equals its rank.
Value as_value(const Operand& operand, const Axes& axes = {});
// Does float32 round the number, while the other operand is of float64 or integers?
bool rounds_beside(double number, const Operand& other);
// The operand as a value; such a number becomes a constant of the other operand's type.
Value as_exact_value(const Operand& operand, const Operand& other, const Axes& axes = {});
// The element type of the target of an effect; float32 if it has none.
DType type_of_written(const Operand& target);
// The argument `name` as it is written to the target: an array is not rounded to another type.
Operand written_argument(const OpArguments& arguments, std::string_view name,
                         const Operand& target);

// Builds the op at the first operand's source location; errors name the op and that location.
Op make_op(const OpDef& def, const std::vector<Operand>& operands, Attributes attributes = {});
Op make_op_at(const OpDef& def, const std::vector<Operand>& operands, Attributes attributes,
              const Operand::Where& where);

// Rethrows `error` with the op and the user's line in its message, unless these are in it.
[[noreturn]] void rethrow_at(const Error& error, const OpDef& def, const Operand::Where& where);

// Runs `build`; errors thrown before a node is created also name the op and the user's line.
template <class F>
Op at_line(const OpDef& def, const Operand::Where& where, F&& build) {
  try {
    return build();
  } catch (const Error& error) {
    rethrow_at(error, def, where);
  }
}

// FLOP of ops that compute nothing: sources, views, sequencing.
std::int64_t no_flops(const Node& node);

// Throws unless there are `count` operands with values.
void require_values(const OpDef& def, std::span<const Value> operands, std::size_t count);

// The dtype attribute, or float32: the dtype of arithmetic results.
DType result_dtype(const Attributes& attributes);

}  // namespace ng
