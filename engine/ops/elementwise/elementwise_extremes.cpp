// SPDX-License-Identifier: Apache-2.0
// The larger and the smaller of two operands.
#include <cmath>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/state.h"
#include "engine/ops/ties.h"

namespace ng {
namespace {

using kernel::Fn;

double larger(double x, double y) {
  return std::isnan(x) || x > y ? x : y;
}
double smaller(double x, double y) {
  return std::isnan(x) || x < y ? x : y;
}

std::vector<TensorType> infer_extreme(std::span<const Value> operands,
                                      const Attributes& attributes) {
  ties_of(attributes);
  return infer_binary(operands, attributes);
}

// f(x, y, ties=None, dtype=None).
std::vector<OpFunction> extreme_function() {
  return {{.parameters = {{"x"},
                          {"y"},
                          {"ties", ParameterKind::text, "None"},
                          {"dtype", ParameterKind::other_dtype, "None"}}}};
}

// For a constant y the result shows whether it came from x, so that x need not be kept; it does not
// show a tie.
Op compared(AdjointContext& c, Ties ties) {
  const bool shown = ties == Ties::original && constant_value(c.operand(1));
  return shown ? Op(c.result()) : Op(c.operand(0));
}

// Choices instead of products: a product with 0 would be NaN for an infinite d, such as that of a
// logarithm after a ReLU.
template <Op (*beyond)(const Operand&, const Operand&)>
void adjoint(AdjointContext& c) {
  const Ties ties = ties_of(c.node->attributes);
  const Op d = c.delta, x = c.operand(0), y = c.operand(1);
  const auto at_tie = [&](bool first) -> Op {
    if (ties == Ties::share) return where(equal(x, y), d * 0.5, 0);
    return ties == Ties::first && first ? where(equal(x, y), d, 0) : constant(0.0);
  };
  const auto share_of = [&](const Op& ahead, bool first) {
    return ties == Ties::original ? where(ahead, d, 0) : where(ahead, d, at_tie(first));
  };
  c.add(0, share_of(beyond(compared(c, ties), y), true).value());
  c.add(1, share_of(beyond(y, x), false).value());
}

}  // namespace

const OpDef maximum_op = {
    .name = "maximum",
    .class_name = "Maximum",
    .glyph = "max",
    .doc =
        "The larger of x and y; NaN propagates. Gradient: d to the larger one; at ties 0 for both, "
        "or by ties d / 2 for each (share) or d for x (first).",
    .operands = {"x", "y"},
    .attributes = {"ties", "dtype"},
    .functions = extreme_function(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_extreme,
    .evaluate = evaluate_binary<larger>,
    .evaluate_integers = integers_binary<kernel::Fn::maximum>,
    .rounds_once = true,
    .adjoint = adjoint<greater>,
    .lower = LowerKind::scalar,
    .fn = Fn::maximum,
    .flops = flops_each<1>,
};

const OpDef minimum_op = {
    .name = "minimum",
    .class_name = "Minimum",
    .glyph = "min",
    .doc =
        "The smaller of x and y; NaN propagates. Gradient: d to the smaller one; at ties 0 for "
        "both, or by ties d / 2 for each (share) or d for x (first).",
    .operands = {"x", "y"},
    .attributes = {"ties", "dtype"},
    .functions = extreme_function(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_extreme,
    .evaluate = evaluate_binary<smaller>,
    .evaluate_integers = integers_binary<kernel::Fn::minimum>,
    .rounds_once = true,
    .adjoint = adjoint<less>,
    .lower = LowerKind::scalar,
    .fn = Fn::minimum,
    .flops = flops_each<1>,
};

Op maximum(const Operand& x, const Operand& y) {
  return make_op(maximum_op, {x, y});
}
Op minimum(const Operand& x, const Operand& y) {
  return make_op(minimum_op, {x, y});
}
Op maximum(const Operand& x, const Operand& y, const std::string& ties) {
  return make_op(maximum_op, {x, y}, {{"ties", ties}});
}
Op minimum(const Operand& x, const Operand& y, const std::string& ties) {
  return make_op(minimum_op, {x, y}, {{"ties", ties}});
}

}  // namespace ng
