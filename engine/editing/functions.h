// SPDX-License-Identifier: Apache-2.0
// Functions of expressions: those of the ops' records, with Python's names and keywords.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/editing/arguments.h"
#include "engine/ops/op_functions.h"

namespace ng::editing {

struct Function {
  std::string_view name;
  const OpDef* op;
  std::vector<Parameter> parameters;  // without the result type, which expressions cannot set
  const NamedFunction* function;

  bool takes_list() const;       // of operands, as the first parameter
  std::size_t operands() const;  // number of parameters that are required operands
  std::string_view doc() const { return function->doc(); }
  Op build(const Arguments& arguments) const;
};

std::span<const Function> function_table();
const Function* find_function(std::string_view name);  // null: unknown
// Also by Python's class of the op, such as `Add` of `add`. Null: unknown, or shared by several
// ops.
const Function* find_spelled(std::string_view name);
// Python's class by which find_spelled() finds the function; empty: none.
std::string_view class_of(const Function& function);

// "sum(x, reduction_axes=None, out_axes=None)".
std::string signature(const Function& function);

}  // namespace ng::editing
