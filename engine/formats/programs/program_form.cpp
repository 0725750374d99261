// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/programs/program_form.h"

#include <algorithm>
#include <optional>

#include "engine/graph/op_def.h"
#include "engine/ops/op_table.h"

namespace ng {
namespace {

using Kind = ParameterKind;

// How an argument is written; none for arguments that are written as part of another.
std::optional<Written> written_as(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::operand: return parameter.key.empty() ? Written::operand : Written::value;
    case Kind::operands: return Written::operands;
    case Kind::axes: return parameter.required() ? Written::axes : Written::optional_axes;
    case Kind::axis: return Written::axis;
    case Kind::reduction_axes: return std::nullopt;
    case Kind::out_axes: return Written::out_axes;
    case Kind::number:
    case Kind::integer: return Written::number;
    case Kind::text: return Written::text;
    case Kind::flag: return Written::flag;
    case Kind::dtype:
    case Kind::other_dtype: return Written::dtype;
    case Kind::array: return Written::value;
    case Kind::initial: return Written::initial;
    case Kind::slices: return Written::slices;
    case Kind::paddings: return Written::paddings;
    case Kind::dict: return Written::window;
  }
  return std::nullopt;
}

bool is_positional(Written as) {
  return as == Written::operand || as == Written::operands || as == Written::value ||
         as == Written::slices || as == Written::paddings || as == Written::window;
}

// Positions in C++: the axes of a reduction follow its operands, the result type comes last.
int rank(const FormArgument& argument) {
  if (argument.as == Written::dtype || argument.as == Written::array_dtype) return 3;
  if (argument.as == Written::out_axes) return 1;
  return argument.keyword.empty() ? 0 : 2;
}

FormArgument argument_of(const Parameter& parameter, Written as) {
  FormArgument argument{.as = as};
  if (as != Written::operand && as != Written::operands && as != Written::window)
    argument.key = parameter.attribute();
  const bool optional_operand = as == Written::operand && !parameter.required();
  if (!is_positional(as) || optional_operand) argument.keyword = parameter.name;
  if (as == Written::initial) argument.when_absent = "{}";
  argument.option = parameter.option;
  argument.python_alone = parameter.kind == Kind::other_dtype;
  return argument;
}

bool stores(const OpDef& op, std::string_view key) {
  return std::find(op.attributes.begin(), op.attributes.end(), key) != op.attributes.end();
}

// The attribute with the array whose type is that of the op, if the op stores no type of its own.
std::string_view typed_array(const OpDef& op) {
  if (stores(op, "dtype")) return {};
  const auto& parameters = op.functions.front().parameters;
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [](const Parameter& p) { return p.kind == Kind::array; });
  return found == parameters.end() ? std::string_view() : found->attribute();
}

ProgramForm form_of(const OpDef& op) {
  const OpFunction& function = op.functions.front();
  ProgramForm form{op.name, function.name.empty() ? op.name : function.name, {}};
  for (const Parameter& each : function.parameters) {
    const std::optional<Written> as = written_as(each);
    if (!as) continue;
    FormArgument argument = argument_of(each, *as);
    if (const std::string_view array = typed_array(op); *as == Written::dtype && !array.empty()) {
      argument.as = Written::array_dtype;
      argument.key = array;
    }
    if (argument.key.empty() || stores(op, argument.key)) form.arguments.push_back(argument);
  }
  std::stable_sort(form.arguments.begin(), form.arguments.end(),
                   [](const FormArgument& a, const FormArgument& b) { return rank(a) < rank(b); });
  return form;
}

std::vector<ProgramForm> all_forms() {
  std::vector<ProgramForm> all;
  for (const OpDef* op : op_table()) {
    if (!op->functions.empty()) all.push_back(form_of(*op));
  }
  return all;
}

}  // namespace

const ProgramForm* program_form(std::string_view op) {
  static const std::vector<ProgramForm> forms = all_forms();
  const auto found = std::find_if(forms.begin(), forms.end(),
                                  [op](const ProgramForm& form) { return form.op == op; });
  return found == forms.end() ? nullptr : &*found;
}

}  // namespace ng
