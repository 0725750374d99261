// SPDX-License-Identifier: Apache-2.0
// Elementwise ops with steps: sign, rounding and choice.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"

namespace ng {

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
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::round,
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

}  // namespace ng
