// SPDX-License-Identifier: Apache-2.0
// Elementwise ops of one operand.
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"

namespace ng {

std::vector<TensorType> infer_unary(std::span<const Value> operands, const Attributes& attributes) {
  require_values(negative_op, operands, 1);
  return {{operands[0].axes(), result_dtype(attributes)}};
}

namespace {

using kernel::Fn;

Op delta(AdjointContext& c) {
  return c.delta;
}
Op x_of(AdjointContext& c) {
  return c.operand(0);
}
Op y_of(AdjointContext& c) {
  return c.result();
}

// 0 where d is 0 and a derivative is infinite or NaN, as behind a choice of another operand: a
// product would be NaN.
void adjoint_sqrt(AdjointContext& c) {
  const Op d = delta(c), y = y_of(c), divisor = where(greater(y, 0), y, where(equal(d, 0), 1, y));
  c.add(0, (0.5 * d / divisor).value());
}

void adjoint_reciprocal(AdjointContext& c) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Op d = delta(c), y = y_of(c);
  const Op finite = where(less(absolute(y), infinity), y, where(equal(d, 0), 0, y));
  c.add(0, (-(d * square(finite))).value());
}

constexpr double safelog_limit = -50;
double limit_of(const Node& node) {
  return node.attributes.get<double>("limit", safelog_limit);
}

void evaluate_safelog(const Node& node, std::span<const HostArray> in, std::span<HostArray> out) {
  const double limit = limit_of(node);
  for (std::size_t i = 0; i < out[0].values.size(); ++i) {
    const double y = std::log(in[0].values[i] + std::exp(limit));
    out[0].values[i] = y < limit ? limit : y;
  }
}

kernel::Expr scalar_safelog(const Node& node, std::span<const kernel::Expr> args) {
  const double limit = limit_of(node);
  auto shifted = kernel::apply(Fn::add, args[0], kernel::constant(std::exp(limit)));
  return kernel::apply(Fn::maximum, kernel::apply(Fn::log, shifted), kernel::constant(limit));
}

// d / (x + e^limit) where the logarithm is above the limit, else 0.
void adjoint_safelog(AdjointContext& c) {
  const double limit = limit_of(*c.node);
  const Op shifted = x_of(c) + std::exp(limit);
  c.add(0, (delta(c) * greater(y_of(c), limit) / shifted).value());
}

kernel::Expr scalar_square(const Node&, std::span<const kernel::Expr> args) {
  return kernel::apply(Fn::multiply, args[0], args[0]);
}

kernel::Expr scalar_identity(const Node&, std::span<const kernel::Expr> args) {
  return args[0];
}

std::vector<TensorType> infer_copy(std::span<const Value> operands, const Attributes& attributes) {
  require_values(value_of_op, operands, 1);
  const DType dtype = attributes.has("dtype") ? result_dtype(attributes) : operands[0].dtype();
  return {{operands[0].axes(), dtype}};
}

}  // namespace

const OpDef negative_op = {
    .name = "negative",
    .class_name = "NegativeOp",
    .glyph = "−",
    .doc = "-x. Gradient: -d.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return -x; }>,
    .evaluate_integers = integers_unary<kernel::Fn::negative>,
    .adjoint = [](AdjointContext& c) { c.add(0, (-delta(c)).value()); },
    .lower = LowerKind::scalar,
    .fn = Fn::negative,
    .flops = flops_each<1>,
};

const OpDef absolute_op = {
    .name = "absolute",
    .class_name = "AbsoluteOp",
    .glyph = "|x|",
    .doc = "The absolute value. Gradient: sign(x) d, 0 at 0.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::fabs(x); }>,
    .evaluate_integers = integers_unary<kernel::Fn::absolute>,
    .adjoint = [](AdjointContext& c) { c.add(0, (delta(c) * sign(x_of(c))).value()); },
    .lower = LowerKind::scalar,
    .fn = Fn::absolute,
    .flops = flops_each<1>,
};

const OpDef exp_op = {
    .name = "exp",
    .class_name = "ExpOp",
    .glyph = "eˣ",
    .doc = "e to the power x. Gradient: d y.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::exp(x); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (delta(c) * y_of(c)).value()); },
    .lower = LowerKind::scalar,
    .fn = Fn::exp,
    .flops = flops_each<8>,
};

const OpDef log_op = {
    .name = "log",
    .class_name = "LogOp",
    .glyph = "ln",
    .doc =
        "The natural logarithm; -inf at 0, NaN below. Gradient: d / x; of a quotient "
        "a / b, d / a and -d / b.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.partial = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::log(x); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (delta(c) / x_of(c)).value()); },
    .lower = LowerKind::scalar,
    .fn = Fn::log,
    .flops = flops_each<8>,
};

const OpDef tanh_op = {
    .name = "tanh",
    .class_name = "TanhOp",
    .glyph = "tanh",
    .doc = "The hyperbolic tangent. Gradient: (1 - y y) d.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::tanh(x); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (delta(c) * (1 - square(y_of(c)))).value()); },
    .lower = LowerKind::scalar,
    .fn = Fn::tanh,
    .flops = flops_each<8>,
};

const OpDef erf_op = {
    .name = "erf",
    .class_name = "ErfOp",
    .glyph = "erf",
    .doc = "The error function. Gradient: 2 / sqrt(pi) exp(-x x) d.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::erf(x); }>,
    .adjoint =
        [](AdjointContext& c) {
          c.add(0, (2 * std::numbers::inv_sqrtpi * delta(c) * exp(-square(x_of(c)))).value());
        },
    .lower = LowerKind::scalar,
    .fn = Fn::erf,
    .flops = flops_each<10>,
};

const OpDef sigmoid_op = {
    .name = "sigmoid",
    .class_name = "SigmoidOp",
    .glyph = "σ",
    .doc = "1 / (1 + exp(-x)), exactly 0 far below. Gradient: d y (1 - y).",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return 1 / (std::exp(-x) + 1); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (delta(c) * y_of(c) * (1 - y_of(c))).value()); },
    .lower = LowerKind::scalar,
    .fn = Fn::sigmoid,
    .flops = flops_each<10>,
};

const OpDef square_op = {
    .name = "square",
    .class_name = "SquareOp",
    .glyph = "x²",
    .doc = "x times x. Gradient: 2 d x.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.cheap = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return x * x; }>,
    .evaluate_integers =
        evaluate_each<Integer,
                      +[](Integer x) { return kernel::evaluate_integers(Fn::multiply, x, x); }>,
    .adjoint = [](AdjointContext& c) { c.add(0, (2 * delta(c) * x_of(c)).value()); },
    .lower = LowerKind::scalar,
    .scalar = scalar_square,
    .flops = flops_each<1>,
};

const OpDef sqrt_op = {
    .name = "sqrt",
    .class_name = "SqrtOp",
    .glyph = "√",
    .doc = "The square root; NaN below 0. Gradient: d / (2 y), 0 where d is 0.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.partial = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return std::sqrt(x); }>,
    .adjoint = adjoint_sqrt,
    .lower = LowerKind::scalar,
    .fn = Fn::sqrt,
    .flops = flops_each<1>,
};

const OpDef reciprocal_op = {
    .name = "reciprocal",
    .class_name = "ReciprocalOp",
    .glyph = "1/x",
    .doc = "One over x. Gradient: -d y y, 0 where d is 0.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = unary_function(),
    .traits = {.partial = true},
    .infer = infer_unary,
    .evaluate = evaluate_unary<+[](double x) { return 1 / x; }>,
    .adjoint = adjoint_reciprocal,
    .lower = LowerKind::scalar,
    .fn = Fn::reciprocal,
    .flops = flops_each<1>,
};

const OpDef safelog_op = {
    .name = "safelog",
    .class_name = "SafelogOp",
    .glyph = "ln⁺",
    .doc =
        "log(x + e^limit), at least limit (-50), so it is finite at 0. Gradient: "
        "d / (x + e^limit) above the limit, else 0.",
    .operands = {"x"},
    .attributes = {"dtype", "limit"},
    .functions = {{{{"x"}, {"limit", ParameterKind::number, "-50"}}}},
    .traits = {},
    .infer = infer_unary,
    .evaluate = evaluate_safelog,
    .adjoint = adjoint_safelog,
    .lower = LowerKind::scalar,
    .scalar = scalar_safelog,
    .flops = flops_each<10>,
};

const OpDef value_of_op = {
    .name = "value_of",
    .class_name = "ValueOfOp",
    .glyph = "≔",
    .doc =
        "A copy of x at this point of a sequence; later updates do not change it. "
        "With a dtype, x is converted to it. Gradient: d.",
    .operands = {"x"},
    .attributes = {"dtype"},
    .functions = {{{{"tensor"}, {"dtype", ParameterKind::dtype, "None"}}}},
    .traits = {.cheap = true, .exact = true},
    .infer = infer_copy,
    .evaluate = evaluate_unary<+[](double x) { return x; }>,
    .evaluate_integers = evaluate_each<Integer, +[](Integer x) { return x; }>,
    .rounds_once = true,
    .adjoint = [](AdjointContext& c) { c.add(0, c.delta); },
    .lower = LowerKind::scalar,
    .scalar = scalar_identity,
    .flops = no_flops,
};

Op negative(const Operand& x) {
  return make_op(negative_op, {x});
}
Op absolute(const Operand& x) {
  return make_op(absolute_op, {x});
}
Op exp(const Operand& x) {
  return make_op(exp_op, {x});
}
Op log(const Operand& x) {
  return make_op(log_op, {x});
}
Op tanh(const Operand& x) {
  return make_op(tanh_op, {x});
}
Op erf(const Operand& x) {
  return make_op(erf_op, {x});
}
Op sigmoid(const Operand& x) {
  return make_op(sigmoid_op, {x});
}
Op square(const Operand& x) {
  return make_op(square_op, {x});
}
Op sqrt(const Operand& x) {
  return make_op(sqrt_op, {x});
}
Op reciprocal(const Operand& x) {
  return make_op(reciprocal_op, {x});
}
Op safelog(const Operand& x, double limit) {
  return make_op(safelog_op, {x}, {{"limit", limit}});
}
Op value_of(const Operand& x, std::optional<DType> dtype) {
  if (!dtype) return make_op(value_of_op, {x});
  return make_op(value_of_op, {x}, {{"dtype", std::string(name(*dtype))}});
}

}  // namespace ng
