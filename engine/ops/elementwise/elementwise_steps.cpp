// SPDX-License-Identifier: Apache-2.0
// Elementwise ops with steps: sign, rounding and choice.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"

namespace ng {
namespace {

std::vector<TensorType> infer_where(std::span<const Value> operands, const Attributes& attributes) {
  require_values(where_op, operands, 3);
  const auto names = [&] {
    return describe(operands[0]) + ", " + describe(operands[1]) + " and " + describe(operands[2]);
  };
  const Axes chosen = broadcast_axes(operands[1].axes(), operands[2].axes(), names);
  return {{broadcast_axes(operands[0].axes(), chosen, names), result_dtype(attributes)}};
}

template <class T>
void evaluate_where(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& space = out[0].axes;
  std::size_t n = 0;
  for_each_index<3>(space,
                    {strides_over(space, in[0].axes), strides_over(space, in[1].axes),
                     strides_over(space, in[2].axes)},
                    [&](const auto& at) {
                      const bool first = in[0].values[static_cast<std::size_t>(at[0])] != 0;
                      const std::size_t from = first ? 1 : 2;
                      out[0].values[n++] = in[from].values[static_cast<std::size_t>(at[from])];
                    });
}

void adjoint_where(AdjointContext& c) {
  c.add(1, where(c.operand(0), c.delta, 0).value());
  c.add(2, where(c.operand(0), 0, c.delta).value());
}

}  // namespace

const OpDef sign_op = {
    .name = "sign",
    .class_name = "SignOp",
    .glyph = "±1",
    .doc = "-1, 0 or 1 for negative, zero or positive x; NaN for NaN. No gradient.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) {
      return std::isnan(x) ? x : static_cast<double>((x > 0) - (x < 0));
    }>,
    .evaluate_integers = integers_unary<kernel::Fn::sign>,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::sign,
    .flops = flops_each<1>,
};

const OpDef floor_op = {
    .name = "floor",
    .class_name = "FloorOp",
    .glyph = "⌊x⌋",
    .doc = "The largest integer that is not above x. No gradient.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::floor(x); }>,
    .evaluate_integers = integers_unary<kernel::Fn::floor>,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::floor,
    .flops = flops_each<1>,
};

const OpDef ceil_op = {
    .name = "ceil",
    .class_name = "CeilOp",
    .glyph = "⌈x⌉",
    .doc = "The smallest integer that is not below x. No gradient.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::ceil(x); }>,
    .evaluate_integers = integers_unary<kernel::Fn::ceil>,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::ceil,
    .flops = flops_each<1>,
};

const OpDef round_op = {
    .name = "round",
    .class_name = "RoundOp",
    .glyph = "⌊x⌉",
    .doc = "x rounded to the nearest integer, halves to the even one, as in NumPy. No gradient.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::nearbyint(x); }>,
    .evaluate_integers = integers_unary<kernel::Fn::round>,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::round,
    .flops = flops_each<1>,
};

const OpDef where_op = {
    .name = "where",
    .class_name = "WhereOp",
    .glyph = "?:",
    .doc =
        "x where the condition is not 0, else y, broadcast by axis name. Gradients: d where the "
        "operand is chosen, else 0; none of the condition.",
    .operands = {"condition", "x", "y"},
    .attributes = {"dtype"},
    .functions = {{{{"condition"}, {"x"}, {"y"}, {"dtype", ParameterKind::other_dtype, "None"}}}},
    .traits = {.cheap = true, .exact = true},
    .infer = infer_where,
    .evaluate = evaluate_where<double>,
    .evaluate_integers = evaluate_where<Integer>,
    .selector = 0,
    .rounds_once = true,
    .adjoint = adjoint_where,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::select,
    .flops = flops_each<1>,
};

Op sign(const Operand& x) {
  return make_op(sign_op, {x});
}

Op floor(const Operand& x) {
  return make_op(floor_op, {x});
}

Op ceil(const Operand& x) {
  return make_op(ceil_op, {x});
}

Op round(const Operand& x) {
  return make_op(round_op, {x});
}

Op where(const Operand& condition, const Operand& x, const Operand& y) {
  return make_op(where_op, {condition, x, y});
}

}  // namespace ng
