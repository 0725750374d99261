// SPDX-License-Identifier: Apache-2.0
// Algebraic simplification: x*1, x-0, log(exp x), views of views … -> x. Rules that would hide a
// NaN are excluded: x*0 stays.
#include <algorithm>
#include <iterator>

#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

// Is the arithmetic of an op with integers not that of its rewritten form? An integer result of a
// float operand saturates, one of integers wraps.
bool mixes_types(const Node& node) {
  const DType dtype = node.results[0].dtype;
  if (!is_integer(dtype)) return false;
  return std::any_of(node.operands.begin(), node.operands.end(),
                     [](const Value& operand) { return is_float(operand.dtype()); });
}

// Rules return x itself; the rewriter rejects replacements of another type.
Value times_one(const NodePtr& node, PassContext&) {
  if (!applies(*node, kernel::Fn::multiply) || mixes_types(*node)) return {};
  if (is_constant(node->operands[1], 1)) return node->operands[0];
  if (is_constant(node->operands[0], 1)) return node->operands[1];
  return {};
}

Value divided_by_one(const NodePtr& node, PassContext&) {
  const bool divides = applies(*node, kernel::Fn::divide) && !mixes_types(*node);
  return divides && is_constant(node->operands[1], 1) ? node->operands[0] : Value{};
}

Value times_minus_one(const NodePtr& node, PassContext&) {
  if (!applies(*node, kernel::Fn::multiply)) return {};
  for (int i : {0, 1}) {
    if (is_constant(node->operands[static_cast<std::size_t>(i)], -1)) {
      return negative(Op(node->operands[static_cast<std::size_t>(1 - i)])).value();
    }
  }
  return {};
}

// Does not match x + 0, which turns -0 into 0.
Value minus_zero(const NodePtr& node, PassContext&) {
  if (mixes_types(*node)) return {};
  if (applies(*node, kernel::Fn::subtract) && is_constant(node->operands[1], 0.0))
    return node->operands[0];
  if (!applies(*node, kernel::Fn::add)) return {};
  if (is_constant(node->operands[1], -0.0)) return node->operands[0];
  if (is_constant(node->operands[0], -0.0)) return node->operands[1];
  return {};
}

// Is there a value of another type, which rounds or wraps what the rewritten form would not?
bool rounds_between(const Node& node, const Node& operand) {
  const DType types[] = {operand.results[0].dtype, operand.operands[0].dtype(),
                         node.operands[0].dtype()};
  return std::any_of(std::begin(types), std::end(types),
                     [&node](DType each) { return each != node.results[0].dtype; });
}

Value double_negative(const NodePtr& node, PassContext&) {
  if (!applies(*node, kernel::Fn::negative) ||
      !applies(*node->operands[0].node, kernel::Fn::negative) ||
      rounds_between(*node, *node->operands[0].node))
    return {};
  return node->operands[0].node->operands[0];
}

// x + -y -> x - y, x - -y -> x + y
Value signed_sum(const NodePtr& node, PassContext&) {
  if (!applies(*node, kernel::Fn::add) && !applies(*node, kernel::Fn::subtract)) return {};
  const Node& y = *node->operands[1].node;
  if (!applies(y, kernel::Fn::negative) || rounds_between(*node, y)) return {};
  const Op x = node->operands[0], positive = y.operands[0];
  return applies(*node, kernel::Fn::add) ? subtract(x, positive).value() : add(x, positive).value();
}

bool by_name(const Node& node) {
  return node.def->lower == LowerKind::view && node.def->traits.view == ViewKind::by_name;
}

// A view of a view by name becomes one view; a view that changes nothing becomes its operand.
Value view_of_view(const NodePtr& node, PassContext&) {
  if (!by_name(*node)) return {};
  const Value& x = node->operands[0];
  if (x.axes() == node->results[0].axes) return x;
  if (!by_name(*x.node)) return {};
  return broadcast(Op(x.node->operands[0]), node->results[0].axes).value();
}

// Elementwise ops broadcast implicitly: drops the broadcast of one operand if the result's axes
// stay the same.
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

// sum(x broadcast along the reduced axes) -> x * count. Not for count 0: the sum is 0, but an
// infinite x times 0 is NaN.
Value sum_of_broadcast(const NodePtr& node, PassContext&) {
  const bool sums =
      node->def->lower == LowerKind::reduce && node->def->combine == kernel::Combine::add;
  if (!sums || !by_name(*node->operands[0].node)) return {};
  const Reduction r = reduction_of(*node);
  const Value x = node->operands[0].node->operands[0];
  if (!(x.axes() & r.reduced).empty()) return {};
  const double count = static_cast<double>(r.reduced.element_count());
  if (count == 0) return {};
  return broadcast(Op(x) * count, r.kept).value();
}

// The only axis along which a pad adds zeros; -1 if there is none or more than one.
int padded_axis(const std::vector<Padding>& paddings) {
  int found = -1;
  for (std::size_t i = 0; i < paddings.size(); ++i) {
    if (paddings[i] == Padding{}) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

std::vector<Op> joined_along(const Op& x, const Axis& axis) {
  const auto joined = concatenated_axis(x.node());
  if (!joined || !(Axes(*joined) == Axes(axis))) return {x};
  return {x.node().operands.begin(), x.node().operands.end()};
}

// Adjacent parts of one tensor, each padded with zeros, then added (gradients of slices), become
// one concatenation, which saves a pass over the tensor. A -0 in them is kept, while addition gives
// 0.
Value neighbours(const NodePtr& node, PassContext&) {
  if (!applies(*node, kernel::Fn::add)) return {};
  Value first = node->operands[0], second = node->operands[1];
  const auto of_first = paddings_of(*first.node), of_second = paddings_of(*second.node);
  if (!of_first || !of_second) return {};
  std::vector<Padding> left = *of_first, right = *of_second;
  const int along = padded_axis(left);
  if (along < 0 || along != padded_axis(right)) return {};
  const auto at = static_cast<std::size_t>(along);
  if (left[at].before > right[at].before) {
    std::swap(first, second);
    std::swap(left, right);
  }
  const Axes& whole = node->results[0].axes;
  const Op a = first.node->operands[0], b = second.node->operands[0];
  if (left[at].before + a.axes()[at].length() != right[at].before) return {};
  if (!(a.axes() == whole) || !(b.axes() == whole)) return {};
  const DType dtype = node->results[0].dtype;
  if (a.dtype() != dtype || b.dtype() != dtype) return {};
  std::vector<Op> parts = joined_along(a, whole[at]), more = joined_along(b, whole[at]);
  parts.insert(parts.end(), more.begin(), more.end());
  const Op joined = concat_along_axis(parts, whole[at]);
  left[at].after = right[at].after;
  if (left[at] == Padding{}) return axes_with_order(joined, whole).value();
  return pad(joined, left, whole).value();
}

// What is left of a where that only masks a gradient.
Value equal_choices(const NodePtr& node, PassContext&) {
  if (!applies(*node, kernel::Fn::select)) return {};
  return node->operands[1] == node->operands[2] ? node->operands[1] : Value{};
}

constexpr Rule rules[] = {
    {"x*1 -> x", times_one},
    {"x/1 -> x", divided_by_one},
    {"x*-1 -> -x", times_minus_one},
    {"x-0 -> x", minus_zero},
    {"--x -> x", double_negative},
    {"x + -y -> x - y", signed_sum},
    {"view of view -> view", view_of_view},
    {"op(broadcast x, y) -> op(x, y)", operand_broadcast},
    {"sum(broadcast x) -> x*n", sum_of_broadcast},
    {"pad x + pad y -> concat(x, y)", neighbours},
    {"where(c, x, x) -> x", equal_choices},
};

Graph run(const Graph& graph, PassContext& context) {
  return rewrite(graph, rules, context);
}

}  // namespace

const Pass simplify = {
    .name = "simplify",
    .sentence = "x*1, x-0, --x, views of views -> x",
    .phase = PassPhase::graph,
    .condition = "",
    .reason =
        "after fold_constants, which exposes constants; before eliminate_common_subexpressions, "
        "for one form",
    .run = run,
    .rules = names_of(rules),
};

}  // namespace ng
