// SPDX-License-Identifier: Apache-2.0
// Functions of expressions: the ops of the engine, with Python's names and keywords.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/editing/arguments.h"
#include "engine/graph/op_def.h"

namespace ng::editing {

struct Parameter {
  const char* name;
  Kind kind;
  bool required = true;
  const char* default_text = "None";  // for the signature
};

struct Function {
  const char* name;
  const OpDef* op;  // provides the documentation
  std::vector<Parameter> parameters;
  Op (*build)(const Arguments& arguments);

  bool takes_list() const;        // of operands, as the first parameter
  std::size_t operands() const;  // number of leading parameters that are operands
};

std::span<const Function> function_table();
const Function* find_function(std::string_view name);  // null: unknown

// "sum(x, reduction_axes=None, out_axes=None)".
std::string signature(const Function& function);

}  // namespace ng::editing
