// SPDX-License-Identifier: Apache-2.0
// Rows of softmax, the cross-entropies and ctc.
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/data.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

Axes some_axes_of(ProgramBuilder& builder, const Op& x) {
  const Axes some = builder.some_of(x.axes());
  return some.empty() ? x.axes() : some;
}

void make_softmax(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(builder.draws().chance(40) ? softmax(x) : softmax(x, some_axes_of(builder, x)));
}

// Targets that sum to 1 over `axes`.
Op targets(ProgramBuilder& builder, const Op& x, const Axes& axes) {
  return softmax(builder.operand_over(x.axes(), x.dtype()), axes);
}

void make_multi(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const Axes axes = some_axes_of(builder, x);
  const Op t = targets(builder, x, axes);
  builder.add(
      cross_entropy_multi(softmax(x, axes), t, reduce_over(axes), builder.draws().chance(30)));
}

void make_multi_logits(ProgramBuilder& builder, const OpDef& def) {
  const Op x = builder.operand();
  const Axes axes = some_axes_of(builder, x);
  const Op t = targets(builder, x, axes);
  builder.add(make_op(def, {x, t}, {{"reduction_axes", axes}, {"out_axes", x.axes() - axes}}));
}

void make_binary(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const Op t = sigmoid(builder.operand_over(x.axes(), x.dtype()));
  const Op y = builder.draws().chance(70) ? sigmoid(x) : 0.5 + 0.4 * tanh(x);
  builder.add(builder.draws().chance(50) ? cross_entropy_binary_inner(y, t)
                                         : cross_entropy_binary(y, t));
}

void make_binary_logits(ProgramBuilder& builder, const OpDef& def) {
  const Op x = builder.operand();
  const Op t = sigmoid(builder.operand_over(x.axes(), x.dtype()));
  builder.add(make_op(def, {x, t}));
}

// The ctc cost and its activations.
std::pair<Op, Op> labelled(ProgramBuilder& builder) {
  Draws& draws = builder.draws();
  const Axis time = builder.axis_of("T", draws.within(4, 9)),
             n = builder.axis_of("M", draws.within(1, 4)),
             classes = builder.axis_of("K", draws.within(2, 5));
  std::vector<double> labels, counts, parts;
  for (std::int64_t i = 0; i < n.length(); ++i) {
    const std::int64_t count = draws.within(1, 2);
    for (std::int64_t k = 0; k < count; ++k)
      labels.push_back(static_cast<double>(draws.within(1, classes.length() - 1)));
    counts.push_back(static_cast<double>(count));
    parts.push_back(draws.chance(50) ? 100 : 75);
  }
  const Axis all = builder.axis_of("L", static_cast<std::int64_t>(labels.size()));
  const auto tensor = [](const std::vector<double>& values) {
    return Tensor::from(DType::f32, {static_cast<std::int64_t>(values.size())}, values);
  };
  const Op x = builder.operand_over(Axes{time, n, classes}, DType::f32);
  const Op cost = ctc(axes_with_order(x, Axes{time, n, classes}), builder.fed(all, tensor(labels)),
                      builder.fed(n, tensor(parts)), builder.fed(n, tensor(counts)));
  return {cost, x};
}

void make_ctc(ProgramBuilder& builder, const OpDef&) {
  builder.add(labelled(builder).first);
}

void make_ctc_gradient(ProgramBuilder& builder, const OpDef&) {
  const auto [cost, x] = labelled(builder);
  // ctc has no second derivative
  builder.add(stop_gradient(deriv(sum(cost, out_axes(Axes())), x)));
}

}  // namespace

std::vector<ProgramRow> cost_rows() {
  return {{"softmax", make_softmax},
          {"cross_entropy_multi", make_multi},
          {"cross_entropy_multi_logits", make_multi_logits},
          {"cross_entropy_binary_inner", make_binary},
          {"cross_entropy_binary_logits", make_binary_logits},
          {"ctc", make_ctc},
          {"ctc_gradient", make_ctc_gradient}};
}

}  // namespace ng::fuzz
