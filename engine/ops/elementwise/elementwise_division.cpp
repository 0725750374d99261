// SPDX-License-Identifier: Apache-2.0
// Division rounded toward minus infinity.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"

namespace ng {
namespace {

// As in NumPy: exact also if x / y would round up to the next integer.
double quotient_of(double x, double y) {
  const double rest = std::fmod(x, y);
  if (y == 0 || std::isnan(rest)) return x / y + (y == 0 ? 0 : rest);
  const double whole = (x - rest) / y;
  if (rest != 0 && std::signbit(rest) != std::signbit(y)) return std::round(whole) - 1;
  return whole == 0 ? std::copysign(0.0, x / y) : std::round(whole);
}

// The original's gradient: the formula of the quotient with this division in it. Not useful for
// training; kept so that programs give the same numbers. Finite for a numerator of 0.
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
        "The quotient rounded toward minus infinity: -7 // 2 is -4. Gradients, as in the original: "
        "d q // x and -d q // y, where q is the quotient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {},
    .infer = infer_binary,
    .evaluate = evaluate_binary<quotient_of>,
    .evaluate_integers = integers_binary<kernel::Fn::floordivide>,
    .adjoint = adjoint_floordivide,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::floordivide,
    .flops = flops_each<4>,
};

Op floordivide(const Operand& x, const Operand& y) {
  return make_op(floordivide_op, {x, y});
}

}  // namespace ng
