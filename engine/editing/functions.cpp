// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/functions.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/number.h"

namespace ng::editing {
namespace {

// Arguments of an expression, with the defaults of the function's parameters.
class FunctionArguments final : public OpArguments {
 public:
  FunctionArguments(const Function& function, const Arguments& given)
      : function_(function), given_(given) {}

  bool has(std::string_view name) const override { return given_.has(std::string(name)); }
  Operand operand(std::string_view name) const override {
    return given_.operand(std::string(name));
  }
  std::vector<Op> operands(std::string_view name) const override {
    return given_.operands(std::string(name));
  }
  Axes axes(std::string_view name) const override { return given_.axes(std::string(name)); }
  Axis axis(std::string_view name) const override { return given_.axis(std::string(name)); }
  double number(std::string_view name) const override {
    return given_.number(std::string(name), real_from(default_of(name)));
  }
  std::int64_t integer(std::string_view name) const override {
    return given_.integer(std::string(name), std::strtoll(default_of(name).c_str(), nullptr, 10));
  }
  std::string text(std::string_view name) const override {
    return given_.text(std::string(name), default_of(name));
  }
  bool flag(std::string_view name) const override {
    return given_.flag(std::string(name), default_of(name) == "True");
  }
  DType dtype(std::string_view name) const override { return given_.dtype(std::string(name)); }
  Tensor array(std::string_view name, DType dtype) const override {
    return given_.array(std::string(name), dtype).value_or(Tensor(0.0));
  }
  std::vector<SliceItem> slices(std::string_view name) const override {
    return given_.slices(std::string(name));
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings(
      std::string_view name) const override {
    return given_.pairs(std::string(name));
  }
  std::map<std::string, std::int64_t> dict(std::string_view name) const override {
    return given_.integers(std::string(name));
  }
  std::string dict_text(std::string_view name, const std::string& key) const override {
    return given_.entry(std::string(name), key);
  }

 private:
  std::string default_of(std::string_view name) const {
    for (const Parameter& each : function_.parameters) {
      if (each.name == name) return std::string(each.default_text);
    }
    return {};
  }

  const Function& function_;
  const Arguments& given_;
};

std::vector<Function> all_functions() {
  std::vector<Function> all;
  for (const NamedFunction& each : op_functions()) {
    Function made{each.name, each.op, each.function->parameters, &each};
    std::erase_if(made.parameters,
                  [](const Parameter& p) { return p.kind == ParameterKind::other_dtype; });
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace

bool Function::takes_list() const {
  return !parameters.empty() && parameters[0].kind == Kind::operands;
}

std::size_t Function::operands() const {
  return static_cast<std::size_t>(
      std::count_if(parameters.begin(), parameters.end(),
                    [](const Parameter& p) { return p.kind == Kind::operand && p.required(); }));
}

Op Function::build(const Arguments& arguments) const {
  return call(*function, FunctionArguments(*this, arguments));
}

std::span<const Function> function_table() {
  static const std::vector<Function> rows = all_functions();
  return rows;
}

const Function* find_function(std::string_view name) {
  for (const Function& row : function_table()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

const Function* find_spelled(std::string_view name) {
  if (const Function* function = find_function(name)) return function;
  const Function* found = nullptr;
  for (const Function& row : function_table()) {
    if (row.op->class_name != name) continue;
    if (found && found->op != row.op) return nullptr;
    if (!found) found = &row;
  }
  return found;
}

std::string_view class_of(const Function& function) {
  return find_spelled(function.op->class_name) == &function ? function.op->class_name
                                                            : std::string_view();
}

std::string signature(const Function& function) {
  return ng::signature(function.name, function.parameters);
}

}  // namespace ng::editing
