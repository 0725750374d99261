// SPDX-License-Identifier: Apache-2.0
// Sine and cosine.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"

namespace ng {

const OpDef sin_op = {
    .name = "sin",
    .class_name = "SinOp",
    .glyph = "sin",
    .doc = "The sine of x in radians. Gradient: cos(x) d.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::sin(x); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (cos(c.operand(0)) * Op(c.delta)).value()); },
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::sin,
    .flops = flops_each<8>,
};

const OpDef cos_op = {
    .name = "cos",
    .class_name = "CosOp",
    .glyph = "cos",
    .doc = "The cosine of x in radians. Gradient: -sin(x) d.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::cos(x); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (-(sin(c.operand(0)) * Op(c.delta))).value()); },
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::cos,
    .flops = flops_each<8>,
};

Op sin(const Operand& x) {
  return make_op(sin_op, {x});
}
Op cos(const Operand& x) {
  return make_op(cos_op, {x});
}

}  // namespace ng
