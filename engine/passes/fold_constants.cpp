// SPDX-License-Identifier: Apache-2.0
// Replaces an op over constants by the constant, computed with the op's reference function.
#include <algorithm>

#include "engine/graph/evaluate.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

// Distinguishes 0 from -0: they have different reciprocals.
bool all_equal(const Tensor& tensor) {
  const std::size_t bytes = size_of(tensor.dtype);
  return !tensor.bytes.empty() && std::equal(tensor.bytes.begin() + static_cast<long>(bytes),
                                             tensor.bytes.end(), tensor.bytes.begin());
}

// If all elements are equal, a scalar broadcast to the axes, so that later rules see the number.
Value constant_over(const TensorType& type, Tensor tensor) {
  if (all_equal(tensor)) {
    tensor.shape.clear();
    tensor.bytes.resize(size_of(tensor.dtype));
  }
  return constant(tensor, type.axes).value();
}

Value folded(const NodePtr& node, PassContext& context) {
  const OpDef& def = *node->def;
  if (!def.evaluate || def.traits.is_source() || node->results.size() != 1) return {};
  if (def.traits.is_effect() || def.family == Family::effect)
    return {};  // print must run every time
  if (node->operands.empty() || !node->results[0].axes.all_lengths_known()) return {};
  if (node->results[0].axes.element_count() > context.options.fold_limit) return {};
  std::vector<Tensor> in;
  for (const Value& operand : node->operands) {
    const TensorPtr value = constant_value(operand);
    if (!value || operand.axes().element_count() > context.options.fold_limit) return {};
    in.push_back(broadcast_to(*value, value->dtype, operand.axes().lengths(), "a constant"));
  }
  return constant_over(node->results[0], evaluate(*node, in)[0]);
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
