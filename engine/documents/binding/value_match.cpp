// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/binding/value_match.h"

#include <numeric>
#include <unordered_map>

#include "engine/documents/binding/overflow.h"
#include "engine/documents/binding/tensor_rules.h"
#include "engine/documents/binding/tensor_suggestions.h"

namespace ng {
namespace {

constexpr std::size_t most_permuted_rank = 7;

// The axes of another length than 1.
std::vector<std::size_t> long_axes(const Shape& shape) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1) axes.push_back(i);
  return axes;
}

Shape lengths_of(const Shape& shape, const std::vector<std::size_t>& axes) {
  Shape lengths;
  for (const std::size_t axis : axes) lengths.push_back(shape[axis]);
  return lengths;
}

// The order of all axes of `shape` in which these come last.
std::vector<std::size_t> completed(const Shape& shape, const std::vector<std::size_t>& last) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == 1) order.push_back(i);
  order.insert(order.end(), last.begin(), last.end());
  return order;
}

std::string choice_text(const std::string& array, const AxesFit& fit) {
  return "its axes fit in several orders, such as " + order_text(fit.orders[0]) + " and " +
         order_text(fit.orders[1]) + ": choose one with --transpose " + array + ":" +
         order_text(fit.orders[0]);
}

// Decides on an array that has the name of an op.
void place_array(const VariableBinding& binding, const Op& op, const CheckpointEntry& entry,
                 ValueMatch& match) {
  const Shape shape = transposed(entry.shape, binding.order);
  const AxesFit fit = fit_axes(shape, op.axes().lengths());
  const bool convertible = is_convertible(entry, op.dtype());
  if (convertible && (fit.unchanged || (fit.fits() && binding.order.empty()))) {
    match.matched.push_back({op, entry.name, fit.unchanged ? binding.order : fit.orders.front()});
    return;
  }
  const bool choice = convertible && fit.orders.size() > 1 && binding.order.empty();
  std::string problem = choice ? choice_text(entry.name, fit) : binding.problem;
  match.mismatched.push_back({op.name(), entry.name, std::move(problem)});
}

std::vector<ExtraValue> extra_of(const CheckpointContents& arrays,
                                 const CheckpointBinding& binding) {
  std::vector<ExtraValue> extra;
  std::unordered_map<std::string, std::size_t> index;
  for (const std::string& name : binding.extra) {
    index.emplace(name, extra.size());
    extra.push_back({name, arrays.find(name)->shape, {}, {}, 0});
  }
  for (const VariableBinding& variable : binding.variables) {
    if (variable.state != VariableBinding::State::missing) continue;
    for (const TensorSuggestion& each : variable.suggestions) {
      const auto at = index.find(each.tensor);
      if (at == index.end() || each.similarity <= extra[at->second].similarity) continue;
      ExtraValue& value = extra[at->second];
      value.op = variable.variable, value.order = each.order, value.similarity = each.similarity;
    }
  }
  return extra;
}

Tensor in_order(const Tensor& array, const MatchedValue& match) {
  Tensor value = transposed(array, match.order);
  value.shape = match.op.axes().lengths();
  return value;
}

Tensor in_dtype(const Tensor& value, const MatchedValue& match) {
  return broadcast_to(value, match.op.dtype(), value.shape, "the value of " + match.op.name());
}

}  // namespace

AxesFit fit_axes(const Shape& from, const Shape& to) {
  AxesFit fit;
  std::vector<std::size_t> axes = long_axes(from);
  const Shape wanted = lengths_of(to, long_axes(to));
  fit.unchanged = lengths_of(from, axes) == wanted;
  if (fit.unchanged || axes.size() != wanted.size() || axes.size() > most_permuted_rank) return fit;
  do {
    if (lengths_of(from, axes) == wanted) fit.orders.push_back(completed(from, axes));
  } while (fit.orders.size() < 2 && std::next_permutation(axes.begin(), axes.end()));
  return fit;
}

ValueMatch match_values(const CheckpointContents& arrays, const std::vector<Op>& ops,
                        BindingChoices choices) {
  for (const CheckpointEntry& entry : arrays.entries) {
    if (!entry.name.starts_with('/')) continue;
    choices.renames.push_back("/*=*");
    break;
  }
  const CheckpointBinding names = bind_checkpoint(arrays, ops, choices);
  ValueMatch match;
  if (!names.extra.empty()) match.rules = suggest_rules(arrays, ops, choices, names);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const VariableBinding& binding = names.variables[i];
    if (!binding.tensor.empty()) place_array(binding, ops[i], *arrays.find(binding.tensor), match);
  }
  match.extra = extra_of(arrays, names);
  return match;
}

Tensor fitted_value(const Tensor& array, const MatchedValue& match) {
  return in_dtype(in_order(array, match), match);
}

Tensor compared_value(const Tensor& array, const MatchedValue& match) {
  Tensor value = in_order(array, match), fitted = in_dtype(value, match);
  const bool floats = is_float(value.dtype) && is_float(fitted.dtype);
  return floats && overflows(value, fitted) ? value : fitted;
}

}  // namespace ng
