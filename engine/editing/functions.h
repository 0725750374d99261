// SPDX-License-Identifier: Apache-2.0
// The functions that expressions may call: Python's names and keywords for the ops of the engine.
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
  const OpDef* op;  // whose documentation it has
  std::vector<Parameter> parameters;
  Op (*build)(const Arguments& arguments);

  std::size_t operands() const;  // how many of the first parameters are operands
};

std::span<const Function> function_table();
const Function* find_function(std::string_view name);  // null: there is none

// "sum(x, reduction_axes=None, out_axes=None)".
std::string signature(const Function& function);

}  // namespace ng::editing
