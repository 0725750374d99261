// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reductions/softmax.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reductions/reduction_rule.h"
#include "engine/ops/result_type.h"

namespace ng {
namespace {

// x - max(x), of a maximum that is an element of x.
Op below_max(const Op& x, const Over& over) {
  const Op largest = [&] {
    const ScopedResultType type(exact_type(x));
    return max(x, over);
  }();
  return x - largest;
}

std::vector<TensorType> infer_softmax(std::span<const Value> operands,
                                      const Attributes& attributes) {
  require_values(softmax_op, operands, 1);
  const Axes over = attributes.get<Axes>("normalization_axes");
  if (!over.is_sub_set(operands[0].axes())) {
    Diagnostic diagnostic;
    diagnostic.what = "softmax normalises over axes that its operand lacks";
    diagnostic.found = "(" + over.text() + ")";
    diagnostic.expected = "axes of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {{operands[0].axes(), result_dtype(attributes)}};
}

void evaluate_softmax(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const Axes& space = in[0].axes;
  const Axes rows = space - normalization_axes_of(node);
  const auto row_strides = strides_over(space, rows);
  const auto row_count = static_cast<std::size_t>(rows.element_count());
  std::vector<double> largest(row_count, -std::numeric_limits<double>::infinity());
  std::vector<double> total(row_count, 0.0);
  std::size_t n = 0;
  for_each_index<1>(space, {row_strides}, [&](const auto& at) {
    double& m = largest[static_cast<std::size_t>(at[0])];
    const double x = in[0].values[n++];
    m = std::isnan(m) || m > x ? m : x;
  });
  n = 0;
  for_each_index<1>(space, {row_strides}, [&](const auto& at) {
    const auto row = static_cast<std::size_t>(at[0]);
    total[row] += out[0].values[n] = std::exp(in[0].values[n] - largest[row]);
    ++n;
  });
  n = 0;
  for_each_index<1>(space, {row_strides}, [&](const auto& at) {
    out[0].values[n++] /= total[static_cast<std::size_t>(at[0])];
  });
}

// d y - y sum(d y), summed over this softmax's normalisation axes.
void adjoint_softmax(AdjointContext& c) {
  const Op weighted = Op(c.delta) * Op(c.result());
  const Axes over = normalization_axes_of(*c.node);
  c.add(0, (weighted - Op(c.result()) * sum(weighted, reduce_over(over))).value());
}

Value decompose_softmax(const Node& node) {
  const Op x = node.operands[0];
  const Axes over = normalization_axes_of(node);
  if (over.element_count() == 0) return exp(x).value();  // x has no elements, and there is no sum
  const Op e = exp(below_max(x, reduce_over(over)));
  return (e / sum(e, reduce_over(over))).value();
}

std::int64_t flops_softmax(const Node& node) {
  return 12 * node.results[0].axes.element_count();
}

}  // namespace

std::optional<Axes> softmax_axes(const Node& node) {
  return node.def == &softmax_op ? std::optional(normalization_axes_of(node)) : std::nullopt;
}

Axes normalization_axes_of(const Node& node) {
  return node.attributes.get<Axes>("normalization_axes");
}

const OpDef softmax_op = {
    .name = "softmax",
    .class_name = "SoftmaxOp",
    .glyph = "smax",
    .family = Family::reduction,
    .doc =
        "exp(x - max x) over its sum along the normalisation axes, by default all but batch and "
        "recurrent. Gradient: d y - y sum(d y).",
    .operands = {"x"},
    .attributes = {"dtype", "normalization_axes"},
    .functions = {{{{"x"}, {"normalization_axes", ParameterKind::axes, "None"}},
                   [](const OpArguments& a) {
                     return softmax(a.operand("x"), a.optional_axes("normalization_axes"));
                   }}},
    .traits = {},
    .infer = infer_softmax,
    .evaluate = evaluate_softmax,
    .adjoint = adjoint_softmax,
    .lower = LowerKind::composite,
    .decompose = decompose_softmax,
    .flops = flops_softmax,
};

ShiftedLogits shifted_logits(const Op& x, const Axes& axes) {
  const Over over = reduce_over(axes);
  const Op shifted = below_max(x, over);
  return {shifted, log(sum(exp(shifted), over))};
}

Op log_softmax(const Op& x, const Axes& axes) {
  const ShiftedLogits logits = shifted_logits(x, axes);
  return logits.shifted - logits.log_sum;
}

Op softmax(const Operand& x, const std::optional<Axes>& normalization_axes) {
  return at_line(softmax_op, x.where(), [&] {
    const Op op = as_value(x);
    const Axes over = reduction_axes(op.axes(), normalization_axes, std::nullopt).reduced;
    return make_op_at(softmax_op, {Operand(op, x.where())}, {{"normalization_axes", over}},
                      x.where());
  });
}

}  // namespace ng
