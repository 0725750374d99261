// SPDX-License-Identifier: Apache-2.0
// Rewrites cross-entropy of sigmoid or softmax, and log of either or of exp, to forms that are
// finite everywhere.
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

bool is_derived_by(const Value& y, const PassContext& context) {
  return context.derived_by.count(y.node->id) > 0;
}

// Requires a float type: a sigmoid or softmax of integer type is truncated to 0 or 1.
Value binary_of_sigmoid(const NodePtr& node, PassContext& context) {
  if (!node->def->on_logits || node->attributes.has("reduction_axes")) return {};
  const Value& y = node->operands[0];
  if (!applies(*y.node, kernel::Fn::sigmoid) || !is_float(y.dtype())) return {};
  if (is_derived_by(y, context)) return {};
  return make_op(*node->def->on_logits, {y.node->operands[0], node->operands[1]}, node->attributes)
      .value();
}

// The form on logits subtracts a max, which needs at least one element.
bool is_empty(const Axes& axes) {
  return axes.element_count() == 0;
}

Value multi_of_softmax(const NodePtr& node, PassContext& context) {
  if (!node->def->on_logits || !node->attributes.has("reduction_axes")) return {};
  const Value& y = node->operands[0];
  const auto normalized = softmax_axes(*y.node);
  if (!normalized || !is_float(y.dtype()) || is_derived_by(y, context)) return {};
  if (!node->operands[1].axes().is_sub_set(y.axes())) return {};
  const Reduction over = reduction_of(*node);
  if (!normalized->is_sub_set(over.reduced) || is_empty(over.reduced)) return {};
  Attributes attributes = node->attributes;
  const Axes others = over.reduced - *normalized;  // such as the pixels of an image
  if (!others.empty()) {
    attributes.set("reduction_axes", *normalized);
    attributes.set("out_axes", y.axes() - *normalized);
  }
  const Op cost = make_op(*node->def->on_logits, {y.node->operands[0], node->operands[1]},
                          std::move(attributes));
  if (others.empty()) return cost.value();
  return axes_with_order(sum(cost, reduce_over(others)), over.kept).value();
}

// Of 16 bits, the steps would be rounded.
DType type_of_steps(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 ? DType::f32 : dtype;
}

// log softmax u -> (u - max u) - log sum exp(u - max u)
Value log_of_softmax(const NodePtr& node, PassContext& context) {
  if (!applies(*node, kernel::Fn::log) || !is_float(node->operands[0].dtype())) return {};
  const Node& y = *node->operands[0].node;
  const auto normalized = softmax_axes(y);
  if (!normalized || is_empty(*normalized)) return {};
  if (is_derived_by(node->operands[0], context)) return {};
  const DType dtype = node->results[0].dtype;
  const ScopedResultType type(type_of_steps(dtype));
  return of_type(log_softmax(Op(y.operands[0]), *normalized), dtype).value();
}

// log sigmoid u = min(u, 0) - log(1 + exp(-|u|)). Of conditions, so that the derivative is right at
// 0, where min and |u| have none.
Op log_sigmoid(const Op& u) {
  const Op negative = less(u, 0), limit = where(negative, u, 0);
  const Op minus_size = where(negative, u, -u);
  return limit - log(exp(minus_size) + 1);
}

struct Sigmoid {
  Value logit;
  bool complement = false;  // 1 - sigmoid
};

// The sigmoid whose value, or complement, `y` is; without a logit if it is none.
Sigmoid sigmoid_of(const Value& y, const PassContext& context) {
  if (!is_float(y.dtype()) || is_derived_by(y, context)) return {};
  const Node& node = *y.node;
  if (applies(node, kernel::Fn::sigmoid)) return {node.operands[0]};
  if (!applies(node, kernel::Fn::subtract) || !is_constant(node.operands[0], 1)) return {};
  const Value& subtracted = node.operands[1];
  if (subtracted.axes() != y.axes() || !applies(*subtracted.node, kernel::Fn::sigmoid)) return {};
  return {sigmoid_of(subtracted, context).logit, true};
}

// log sigmoid u, which is -inf where the sigmoid underflows to 0, and log(1 - sigmoid u), where it
// rounds to 1.
Value log_of_sigmoid(const NodePtr& node, PassContext& context) {
  if (!applies(*node, kernel::Fn::log)) return {};
  const Sigmoid y = sigmoid_of(node->operands[0], context);
  if (!y.logit) return {};
  const DType dtype = node->results[0].dtype;
  const ScopedResultType type(type_of_steps(dtype));
  const Op u = y.logit;
  return of_type(log_sigmoid(y.complement ? -u : u), dtype).value();
}

// The operand of an exp; none for other values, and if an integer type truncates it.
Value exponent_of(const Value& y, const PassContext& context) {
  if (!applies(*y.node, kernel::Fn::exp) || !is_float(y.dtype()) || is_derived_by(y, context))
    return {};
  return y.node->operands[0];
}

// Rules of the original ngraph: values and gradients stay finite where exp overflows.
Value log_of_exp(const NodePtr& node, PassContext& context) {
  if (!applies(*node, kernel::Fn::log)) return {};
  const Value& y = node->operands[0];
  const DType dtype = node->results[0].dtype;
  if (const Value u = exponent_of(y, context)) return of_type(Op(u), dtype).value();
  if (!applies(*y.node, kernel::Fn::divide) || !is_float(y.dtype()) || is_derived_by(y, context))
    return {};
  const Value u = exponent_of(y.node->operands[0], context);
  if (!u) return {};
  const ScopedResultType type(type_of_steps(dtype));
  return of_type(Op(u) - log(Op(y.node->operands[1])), dtype).value();
}

constexpr Rule rules[] = {
    {"cross_entropy_binary of sigmoid", binary_of_sigmoid},
    {"cross_entropy_multi of softmax", multi_of_softmax},
    {"log of softmax", log_of_softmax},
    {"log of sigmoid", log_of_sigmoid},
    {"log(exp x) -> x, log(exp(x)/z) -> x - log z", log_of_exp},
};

// A sigmoid or softmax with respect to which a derivative is taken must stay on the path.
Graph run(const Graph& graph, PassContext& context) {
  for (const NodePtr& node : ordered_nodes(graph))
    if (node->def->traits.kind == OpKind::derivative)
      context.derived_by.insert(node->operands[1].node->id);
  return rewrite(graph, rules, context);
}

}  // namespace

const Pass stable_patterns = {
    .name = "stable_patterns",
    .sentence =
        "cross-entropy or log of a sigmoid or softmax -> one op on the logits; log exp x -> x",
    .phase = PassPhase::graph,
    .condition = {},
    .reason =
        "first, so that gradients use the stable form: (y - t) d; not where a derivative is taken "
        "with respect to that sigmoid, softmax or exp",
    .run = run,
    .rules = names_of(rules),
};

}  // namespace ng
