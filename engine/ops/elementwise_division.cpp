// SPDX-License-Identifier: Apache-2.0
// Division toward minus infinity and its remainder.
#include <cmath>

#include "engine/ops/elementwise.h"
#include "engine/ops/elementwise_rule.h"

namespace ng {
namespace {

// NumPy's: exact where x / y would round up to the next whole number.
double quotient_of(double x, double y) {
  const double rest = std::fmod(x, y);
  if (y == 0 || std::isnan(rest)) return x / y + (y == 0 ? 0 : rest);
  const double whole = (x - rest) / y;
  if (rest != 0 && std::signbit(rest) != std::signbit(y)) return std::round(whole) - 1;
  return whole == 0 ? std::copysign(0.0, x / y) : std::round(whole);
}

double rest_of(double x, double y) {
  const double rest = std::fmod(x, y);
  if (rest == 0) return std::copysign(0.0, y);
  return std::signbit(rest) != std::signbit(y) ? rest + y : rest;
}

// The original's: the quotient's formula with this division in it. Of no use for training; kept so
// that programs give the same numbers. Finite at a numerator of 0.
void adjoint_floordivide(AdjointContext& c) {
  const Op x = c.operand(0), y = c.operand(1);
  const Op dq = Op(c.delta) * Op(c.result());
  c.add(0, floordivide(dq, x + equal(x, 0)).value());
  c.add(1, floordivide(-dq, y).value());
}

}  // namespace

const OpDef floordivide_op = {
    .name = "floordivide",
    .class_name = "FloorDivide",
    .glyph = "⌊÷⌋",
    .doc =
        "The quotient toward minus infinity: -7 by 2 is -4. Its gradients are the original's, "
        "d q // x and -d q // y, where q is the quotient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .traits = {},
    .infer = infer_binary,
    .evaluate = evaluate_binary<quotient_of>,
    .adjoint = adjoint_floordivide,
    .lower = LowerKind::scalar,
    .scalar = scalar_of<kernel::Fn::floordivide>,
    .flops = flops_each<4>,
};

const OpDef mod_op = {
    .name = "mod",
    .class_name = "Mod",
    .glyph = "%",
    .doc = "The remainder of floordivide, with the sign of y: -7 by 2 leaves 1. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .traits = {},
    .infer = infer_binary,
    .evaluate = evaluate_binary<rest_of>,
    .lower = LowerKind::scalar,
    .scalar = scalar_of<kernel::Fn::mod>,
    .flops = flops_each<4>,
};

Op floordivide(const Operand& x, const Operand& y) {
  return make_op(floordivide_op, {x, y});
}
Op mod(const Operand& x, const Operand& y) {
  return make_op(mod_op, {x, y});
}

}  // namespace ng
