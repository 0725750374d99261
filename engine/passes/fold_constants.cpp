// SPDX-License-Identifier: Apache-2.0
// Replaces an op over constants by the constant, computed with the op's reference function.
#include <cmath>

#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

HostArray host_array(const Value& value) {
  HostArray array{value.axes(), {}};
  array.values.resize(static_cast<std::size_t>(value.axes().element_count()));
  value.node->def->evaluate(*value.node, {}, std::span<HostArray>(&array, 1));
  return array;
}

// Distinguishes 0 from -0: they have different reciprocals.
bool all_equal(const std::vector<double>& values) {
  for (double value : values) {
    const bool same_sign = std::signbit(value) == std::signbit(values.front());
    if (!(value == values.front() && same_sign)) return false;
  }
  return !values.empty();
}

// If all elements are equal, a scalar broadcast to the axes, so that later rules see the number.
Value constant_over(const TensorType& type, const std::vector<double>& values) {
  const bool uniform = all_equal(values);
  const Shape shape = uniform ? Shape{} : Shape(type.axes.lengths());
  const std::span<const double> data(values.data(), uniform ? 1 : values.size());
  return constant(Tensor::from(type.dtype, shape, data), type.axes).value();
}

Value folded(const NodePtr& node, PassContext& context) {
  const OpDef& def = *node->def;
  if (!def.evaluate || def.traits.is_source() || node->results.size() != 1) return {};
  if (def.traits.is_effect() || def.family == Family::effect)
    return {};  // print must run every time
  if (node->operands.empty() || !node->results[0].axes.all_lengths_known()) return {};
  if (node->results[0].axes.element_count() > context.options.fold_limit) return {};
  std::vector<HostArray> in;
  for (const Value& operand : node->operands) {
    if (!constant_value(operand) || operand.axes().element_count() > context.options.fold_limit) {
      return {};
    }
    in.push_back(host_array(operand));
  }
  const TensorType& type = node->results[0];
  HostArray out{type.axes, {}};
  out.values.resize(static_cast<std::size_t>(type.axes.element_count()));
  def.evaluate(*node, in, std::span<HostArray>(&out, 1));
  return constant_over(type, out.values);
}

constexpr Rule rules[] = {{"fold_constants", folded}};

Graph run(const Graph& graph, PassContext& context) {
  return rewrite(graph, rules, context);
}

}  // namespace

const Pass fold_constants = {
    .name = "fold_constants",
    .sentence = "an op over constants -> the constant it computes",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "before simplify, whose rules look for 0 and 1",
    .run = run,
};

}  // namespace ng
