// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/programs/program_form.h"

#include <algorithm>

namespace ng {
namespace {

using enum Written;
using Arguments = std::vector<FormArgument>;

constexpr FormArgument x = {.as = operand};
constexpr FormArgument typed = {.as = dtype, .key = "dtype", .keyword = "dtype"};
constexpr FormArgument other_type = {
    .as = dtype, .key = "dtype", .keyword = "dtype", .python_alone = true};
constexpr FormArgument over_axes = {.as = axes, .key = "axes", .keyword = "axes"};
constexpr FormArgument optional_over = {.as = optional_axes, .key = "axes", .keyword = "axes"};
constexpr FormArgument one_axis = {.as = axis, .key = "axis", .keyword = "axis"};
constexpr FormArgument out = {.as = out_axes, .key = "out_axes", .keyword = "out_axes"};
constexpr FormArgument held = {
    .as = initial, .key = "initial_value", .keyword = "initial_value", .when_absent = "{}"};

constexpr FormArgument number_of(std::string_view key) {
  return {.as = number, .key = key, .keyword = key};
}

void add(std::vector<ProgramForm>& all, std::initializer_list<std::string_view> ops,
         const Arguments& arguments) {
  for (const std::string_view op : ops) all.push_back({op, op, arguments});
}

void add_sources(std::vector<ProgramForm>& all) {
  add(all, {"placeholder", "temporary"}, {over_axes, typed});
  add(all, {"variable", "persistent_tensor"}, {over_axes, held, typed});
  all.push_back({"constant", "constant", {{.as = value, .key = "value"}, optional_over}});
  const FormArgument state = {.as = operand, .key = {}, .keyword = "state"};
  add(all, {"uniform"}, {x, number_of("low"), number_of("high"), state});
  add(all, {"normal"}, {x, number_of("loc"), number_of("scale"), state});
}

void add_elementwise(std::vector<ProgramForm>& all) {
  add(all, {"negative", "absolute", "exp", "log", "tanh", "sigmoid", "square", "sqrt",
            "reciprocal", "sin", "cos", "sign", "stop_gradient", "contiguous", "transpose",
            "batch_size"},
      {x});
  add(all, {"add", "subtract", "multiply", "divide", "maximum", "minimum", "floordivide", "mod",
            "power", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "dot"},
      {x, x, other_type});
  add(all, {"cross_entropy_binary_inner", "assign"}, {x, x});
  add(all, {"safelog"}, {x, number_of("limit")});
  add(all, {"value_of"}, {x, typed});
  add(all, {"fill"}, {x, {.as = value, .key = "value"}, x});
  all.push_back({"print", "print_value", {x, {.as = text, .key = "prefix", .keyword = "prefix"}}});
}

void add_reductions(std::vector<ProgramForm>& all) {
  add(all, {"sum", "max", "min", "prod", "mean", "argmax", "argmin", "tensor_size"},
      {x, out, other_type});
  add(all, {"variance", "squared_L2", "L1_norm"}, {x, out});
  add(all, {"L2_norm"}, {x, out, number_of("eps")});
  add(all, {"softmax"},
      {x, {.as = optional_axes, .key = "normalization_axes", .keyword = "normalization_axes"}});
  add(all, {"cross_entropy_multi"}, {x, x, out});
}

void add_views(std::vector<ProgramForm>& all) {
  add(all, {"broadcast", "axes_with_order", "cast_axes", "cast_role", "flatten"}, {x, over_axes});
  add(all, {"unflatten"}, {x, optional_over});
  add(all, {"expand_dims"}, {x, one_axis, number_of("dim")});
  add(all, {"one_hot", "checked_classes", "class_rows"}, {x, one_axis});
  add(all, {"tensor_slice"}, {x, {.as = slices, .key = "slices"}, optional_over});
  add(all, {"set_item"}, {x, {.as = slices, .key = "slices"}, x});
  add(all, {"pad"}, {x, {.as = paddings, .key = "paddings"}, optional_over});
  add(all, {"stack"}, {{.as = operands}, one_axis, number_of("pos")});
  add(all, {"concat_along_axis"}, {{.as = operands}, one_axis});
}

void add_others(std::vector<ProgramForm>& all) {
  add(all, {"convolution"}, {{.as = window}, x, x, optional_over});
  add(all, {"pooling"}, {{.as = window}, x, optional_over});
  FormArgument update = {.as = flag, .key = "update", .keyword = "update", .option = true};
  FormArgument skipped = number_of("pad_idx");
  skipped.option = true;
  add(all, {"lookuptable"}, {x, x, over_axes, update, skipped});
  add(all, {"ctc"}, {x, x, x, x, optional_over});
  add(all, {"sequential", "doall"}, {{.as = operands}});
  add(all, {"deriv"}, {x, x, x});
}

std::vector<ProgramForm> all_forms() {
  std::vector<ProgramForm> all;
  add_sources(all);
  add_elementwise(all);
  add_reductions(all);
  add_views(all);
  add_others(all);
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
