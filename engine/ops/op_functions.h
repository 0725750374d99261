// SPDX-License-Identifier: Apache-2.0
// The public functions of all ops, called by name, and forms of functions that many ops share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/op_def.h"
#include "engine/graph/op_function.h"

namespace ng {

struct NamedFunction {
  std::string_view name;
  const OpDef* op = nullptr;
  const OpFunction* function = nullptr;

  std::string_view doc() const { return function->doc.empty() ? op->doc : function->doc; }
};

// In the order of the ops; each name once.
std::span<const NamedFunction> op_functions();
// "sum(x, reduction_axes=None, out_axes=None)".
std::string signature(std::string_view name, std::span<const Parameter> parameters);
// Creates the op. Numbers and arrays among the operands become constants.
Op call(const NamedFunction& function, const OpArguments& arguments);

// f(x).
inline std::vector<OpFunction> unary_function() {
  return {{.parameters = {{"x"}}}};
}

// f(x, y, dtype=None).
inline std::vector<OpFunction> binary_function() {
  return {{.parameters = {{"x"}, {"y"}, {"dtype", ParameterKind::other_dtype, "None"}}}};
}

// f(x, axes).
template <Op (*make)(const Operand&, const Axes&)>
std::vector<OpFunction> view_function(std::string_view x = "x") {
  static const std::string name(x);
  return {{.parameters = {{x}, {"axes", ParameterKind::axes}},
           .make = [](const OpArguments& a) { return make(a.operand(name), a.axes("axes")); }}};
}

}  // namespace ng
