// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/op_functions.h"

#include "engine/ops/make_op.h"
#include "engine/ops/op_table.h"
#include "engine/ops/result_type.h"

namespace ng {
namespace {

// Sets the attribute of an argument whose kind needs no conversion.
void set_attribute(Attributes& attributes, const Parameter& parameter, const OpArguments& a) {
  const std::string key(parameter.attribute());
  switch (parameter.kind) {
    case ParameterKind::axes: return attributes.set(key, a.axes(parameter.name));
    case ParameterKind::axis: return attributes.set(key, Axes(a.axis(parameter.name)));
    case ParameterKind::number: return attributes.set(key, a.number(parameter.name));
    case ParameterKind::integer: return attributes.set(key, a.integer(parameter.name));
    case ParameterKind::flag: return attributes.set(key, a.flag(parameter.name));
    case ParameterKind::text: return attributes.set(key, a.text(parameter.name));
    case ParameterKind::dtype:
      return attributes.set(key, std::string(name(a.dtype(parameter.name))));
    default: refuse(ErrorKind::internal, "the parameter " + key + " needs a function of its own");
  }
}

Op make_plainly(const NamedFunction& function, const OpArguments& a) {
  std::vector<Operand> operands;
  Attributes attributes;
  for (const Parameter& each : function.function->parameters) {
    const bool defaulted = !each.required() && each.default_text != "None";
    if (each.kind == ParameterKind::other_dtype || (!a.has(each.name) && !defaulted)) continue;
    if (each.kind == ParameterKind::operand) {
      operands.push_back(a.operand(each.name));
    } else if (each.kind == ParameterKind::operands) {
      for (const Op& op : a.operands(each.name)) operands.emplace_back(op);
    } else {
      set_attribute(attributes, each, a);
    }
  }
  return make_op(*function.op, operands, std::move(attributes));
}

std::vector<NamedFunction> all_functions() {
  std::vector<NamedFunction> all;
  for (const OpDef* op : op_table()) {
    for (const OpFunction& each : op->functions)
      all.push_back({each.name.empty() ? op->name : each.name, op, &each});
  }
  return all;
}

}  // namespace

std::span<const NamedFunction> op_functions() {
  static const std::vector<NamedFunction> all = all_functions();
  return all;
}

std::string signature(std::string_view name, std::span<const Parameter> parameters) {
  std::string text;
  for (const Parameter& each : parameters) {
    text += (text.empty() ? "" : ", ") + std::string(each.name);
    if (!each.required()) text += "=" + std::string(each.default_text);
  }
  return std::string(name) + "(" + text + ")";
}

Op call(const NamedFunction& function, const OpArguments& arguments) {
  DType type = current_result_type();
  for (const Parameter& each : function.function->parameters) {
    if (each.kind == ParameterKind::other_dtype && arguments.has(each.name))
      type = arguments.dtype(each.name);
  }
  const ScopedResultType scoped(type);
  return function.function->make ? function.function->make(arguments)
                                 : make_plainly(function, arguments);
}

}  // namespace ng
