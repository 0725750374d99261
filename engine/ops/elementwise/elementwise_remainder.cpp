// SPDX-License-Identifier: Apache-2.0
// The remainder of a division rounded toward minus infinity, without and with gradients.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/elementwise/remainder.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/pass_through.h"

namespace ng {
namespace {

double rest_of(double x, double y) {
  const double rest = std::fmod(x, y);
  if (rest == 0) return std::copysign(0.0, y);
  return std::signbit(rest) != std::signbit(y) ? rest + y : rest;
}

void adjoint_remainder(AdjointContext& c) {
  const Op delta(c.delta);
  c.add(0, c.delta);
  c.add(1, (-delta * stop_gradient(floordivide(c.operand(0), c.operand(1)))).value());
}

}  // namespace

const OpDef mod_op = {
    .name = "mod",
    .class_name = "Mod",
    .glyph = "%",
    .doc = "The remainder of floordivide, with the sign of y: -7 % 2 is 1. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.partial = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<rest_of>,
    .evaluate_integers = integers_binary<kernel::Fn::mod>,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::mod,
    .flops = flops_each<4>,
};

const OpDef remainder_op = {
    .name = "remainder",
    .class_name = "Remainder",
    .glyph = "rem",
    .doc =
        "The values of mod. Gradients, other than those of mod, which are 0 as in the original: "
        "d and -d ⌊x / y⌋.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.partial = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<rest_of>,
    .evaluate_integers = integers_binary<kernel::Fn::mod>,
    .adjoint = adjoint_remainder,
    .lower = LowerKind::scalar,
    .fn = kernel::Fn::mod,
    .flops = flops_each<4>,
};

Op mod(const Operand& x, const Operand& y) {
  return make_op(mod_op, {x, y});
}
Op remainder(const Operand& x, const Operand& y) {
  return make_op(remainder_op, {x, y});
}

}  // namespace ng
