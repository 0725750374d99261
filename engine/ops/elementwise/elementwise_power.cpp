// SPDX-License-Identifier: Apache-2.0
// Power, with gradients that are finite at a base of 0.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// Of bases below it the reciprocal overflows.
double least_base(DType dtype) {
  return dtype == DType::f16 ? 0x1p-15 : 0x1p-126;
}

// p - 1 for the derivative p x^(p-1). An exponent of 0 is kept where 1 / x would be infinite, so
// that the product is 0 and not NaN; elsewhere the derivative with respect to p is 1 / x. A
// constant has no derivative, and is kept everywhere.
Op lowered(const Op& p, const Op& x) {
  const Op zero = equal(p, 0);
  if (constant_value(p.value())) return p - 1 + zero;
  return p - 1 + zero * less(absolute(x), least_base(x.dtype()));
}

// d p x^(p-1).
// d y log x: 0 where the base is 0 and p >= 0, because the value does not depend on p there.
void adjoint_power(AdjointContext& c) {
  const Op x = c.operand(0), p = c.operand(1), y = c.result(), d = c.delta;
  c.add(0, (d * p * power(x, lowered(p, x))).value());
  const Op still = equal(x, 0) * greater_equal(p, 0);
  c.add(1, (d * y * log(x + still)).value());
}

}  // namespace

const OpDef power_op = {
    .name = "power",
    .class_name = "Power",
    .glyph = "xʸ",
    .doc =
        "x to the power y: 1 for 0 to the power 0, NaN for negative x and fractional y. Gradients: "
        "d y x^(y-1), 0 where y is 0; d z log x, 0 at a base of 0, where z is the power.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.partial = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return std::pow(x, y); }>,
    .evaluate_integers = integers_binary<kernel::Fn::power>,
    .adjoint = adjoint_power,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::power,
    .flops = flops_each<10>,
};

Op power(const Operand& x, const Operand& y) {
  return make_op(power_op, {x, y});
}

}  // namespace ng
