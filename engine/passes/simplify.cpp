// SPDX-License-Identifier: Apache-2.0
// x*1, x+0, log(exp x), views of views … -> x. Rules that would hide a NaN are left out:
// x*0 stays (semantics 12.2, row 14).
#include "engine/ops/elementwise.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reduction.h"
#include "engine/ops/state.h"
#include "engine/ops/view.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

// The rules give x as it is; the rewriter refuses a replacement of another type.
Value times_one(const NodePtr& node, PassContext&) {
  if (node->def != &multiply_op) return {};
  if (is_constant(node->operands[1], 1)) return node->operands[0];
  if (is_constant(node->operands[0], 1)) return node->operands[1];
  return {};
}

Value divided_by_one(const NodePtr& node, PassContext&) {
  return node->def == &divide_op && is_constant(node->operands[1], 1) ? node->operands[0] : Value{};
}

Value times_minus_one(const NodePtr& node, PassContext&) {
  if (node->def != &multiply_op) return {};
  for (int i : {0, 1}) {
    if (is_constant(node->operands[static_cast<std::size_t>(i)], -1)) {
      return negative(Op(node->operands[static_cast<std::size_t>(1 - i)])).value();
    }
  }
  return {};
}

Value plus_zero(const NodePtr& node, PassContext&) {
  if (node->def == &subtract_op && is_constant(node->operands[1], 0)) return node->operands[0];
  if (node->def != &add_op) return {};
  if (is_constant(node->operands[1], 0)) return node->operands[0];
  if (is_constant(node->operands[0], 0)) return node->operands[1];
  return {};
}

Value double_negative(const NodePtr& node, PassContext&) {
  if (node->def != &negative_op || node->operands[0].node->def != &negative_op) return {};
  return node->operands[0].node->operands[0];
}

// x + -y -> x - y, x - -y -> x + y
Value signed_sum(const NodePtr& node, PassContext&) {
  if (node->def != &add_op && node->def != &subtract_op) return {};
  const Node& y = *node->operands[1].node;
  if (y.def != &negative_op) return {};
  const Op x = node->operands[0], positive = y.operands[0];
  return node->def == &add_op ? subtract(x, positive).value() : add(x, positive).value();
}

Value log_of_exp(const NodePtr& node, PassContext&) {
  if (node->def != &log_op || node->operands[0].node->def != &exp_op) return {};
  return node->operands[0].node->operands[0];
}

bool by_name(const Node& node) {
  return node.def == &broadcast_op || node.def == &axes_with_order_op;
}

// A view of a view by name is one view; one that changes nothing is its operand.
Value view_of_view(const NodePtr& node, PassContext&) {
  if (!by_name(*node)) return {};
  const Value& x = node->operands[0];
  if (x.axes() == node->results[0].axes) return x;
  if (!by_name(*x.node)) return {};
  return broadcast(Op(x.node->operands[0]), node->results[0].axes).value();
}

// An elementwise op broadcasts by itself, so a broadcast of one operand is not needed when the
// other alone gives the result its axes.
Value operand_broadcast(const NodePtr& node, PassContext&) {
  if (node->def->lower != LowerKind::scalar || node->operands.size() != 2) return {};
  for (std::size_t i : {0u, 1u}) {
    const Node& view = *node->operands[i].node;
    if (!by_name(view)) continue;
    std::vector<Value> operands = node->operands;
    operands[i] = view.operands[0];
    const auto types = node->def->infer(operands, node->attributes);
    if (!(types[0].axes == node->results[0].axes)) continue;
    return make_op(*node->def, {operands[0], operands[1]}, node->attributes).value();
  }
  return {};
}

// sum of a value that does not vary along the reduced axes -> value times their size
Value sum_of_broadcast(const NodePtr& node, PassContext&) {
  if (node->def != &sum_op || node->operands[0].node->def != &broadcast_op) return {};
  const Reduction r = reduction_of(*node);
  const Value x = node->operands[0].node->operands[0];
  if (!(x.axes() & r.reduced).empty()) return {};
  const double count = static_cast<double>(r.reduced.element_count());
  return broadcast(Op(x) * count, r.kept).value();
}

constexpr Rule rules[] = {
    {"x*1 -> x", times_one},
    {"x/1 -> x", divided_by_one},
    {"x*-1 -> -x", times_minus_one},
    {"x+0 -> x", plus_zero},
    {"--x -> x", double_negative},
    {"x + -y -> x - y", signed_sum},
    {"log(exp x) -> x", log_of_exp},
    {"view of view -> view", view_of_view},
    {"op(broadcast x, y) -> op(x, y)", operand_broadcast},
    {"sum(broadcast x) -> x*n", sum_of_broadcast},
};

Graph run(const Graph& graph, PassContext& context) { return rewrite(graph, rules, context); }

}  // namespace

const Pass simplify = {
    .name = "simplify",
    .sentence = "x*1, x+0, --x, log(exp x), views of views -> x",
    .phase = "graph",
    .condition = "",
    .reason = "after folding, which brings out the constants; before merging, which needs one form",
    .run = run,
};

}  // namespace ng
