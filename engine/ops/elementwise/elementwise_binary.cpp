// SPDX-License-Identifier: Apache-2.0
// Elementwise ops of two operands, including comparisons.
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/elementwise_rule.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/state.h"

namespace ng {

std::vector<TensorType> infer_binary(std::span<const Value> operands,
                                     const Attributes& attributes) {
  require_values(add_op, operands, 2);
  return {{broadcast_axes(operands[0].axes(), operands[1].axes(),
                          [&] { return describe(operands[0]) + " and " + describe(operands[1]); }),
           result_dtype(attributes)}};
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
  return c.operand(1);
}

// d / y and -d q / y: finite if the numerator is 0.
void adjoint_divide(AdjointContext& c) {
  c.add(0, (delta(c) / y_of(c)).value());
  c.add(1, (-(delta(c) * Op(c.result()) / y_of(c))).value());
}

}  // namespace

const OpDef add_op = {
    .name = "add",
    .class_name = "Add",
    .glyph = "+",
    .doc = "x + y, broadcast by axis name. ∂x = d, ∂y = d.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.commutative = true, .cheap = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return x + y; }>,
    .evaluate_integers = integers_binary<kernel::Fn::add>,
    .adjoint =
        [](AdjointContext& c) {
          c.add(0, c.delta);
          c.add(1, c.delta);
        },
    .lower = LowerKind::scalar,
    .fn = Fn::add,
    .flops = flops_each<1>,
};

const OpDef subtract_op = {
    .name = "subtract",
    .class_name = "Subtract",
    .glyph = "−",
    .doc = "x - y, broadcast by axis name. ∂x = d, ∂y = -d.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.cheap = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return x - y; }>,
    .evaluate_integers = integers_binary<kernel::Fn::subtract>,
    .adjoint =
        [](AdjointContext& c) {
          c.add(0, c.delta);
          c.add(1, (-delta(c)).value());
        },
    .lower = LowerKind::scalar,
    .fn = Fn::subtract,
    .flops = flops_each<1>,
};

const OpDef multiply_op = {
    .name = "multiply",
    .class_name = "Multiply",
    .glyph = "×",
    .doc = "x times y, element by element. ∂x = d y, ∂y = d x.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.commutative = true, .cheap = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return x * y; }>,
    .evaluate_integers = integers_binary<kernel::Fn::multiply>,
    .adjoint =
        [](AdjointContext& c) {
          c.add(0, (delta(c) * y_of(c)).value());
          c.add(1, (x_of(c) * delta(c)).value());
        },
    .lower = LowerKind::scalar,
    .fn = Fn::multiply,
    .flops = flops_each<1>,
};

const OpDef divide_op = {
    .name = "divide",
    .class_name = "Divide",
    .glyph = "÷",
    .doc = "x / y. ∂x = d / y, ∂y = -d q / y, where q is the quotient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.cheap = true, .partial = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return x / y; }>,
    .evaluate_integers = integers_binary<kernel::Fn::divide>,
    .adjoint = adjoint_divide,
    .lower = LowerKind::scalar,
    .fn = Fn::divide,
    .flops = flops_each<1>,
};

const OpDef equal_op = {
    .name = "equal",
    .class_name = "Equal",
    .glyph = "=",
    .doc = "1 where x == y, else 0. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return (x == y) ? 1.0 : 0.0; }>,
    .evaluate_integers = integers_binary<kernel::Fn::equal>,
    .rounds_once = true,
    .lower = LowerKind::scalar,
    .fn = Fn::equal,
    .flops = flops_each<1>,
};

const OpDef not_equal_op = {
    .name = "not_equal",
    .class_name = "NotEqual",
    .glyph = "≠",
    .doc = "1 where x != y, else 0. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.commutative = true, .cheap = true, .exact = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return (x != y) ? 1.0 : 0.0; }>,
    .evaluate_integers = integers_binary<kernel::Fn::not_equal>,
    .rounds_once = true,
    .lower = LowerKind::scalar,
    .fn = Fn::not_equal,
    .flops = flops_each<1>,
};

const OpDef less_op = {
    .name = "less",
    .class_name = "Less",
    .glyph = "<",
    .doc = "1 where x < y, else 0. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return (x < y) ? 1.0 : 0.0; }>,
    .evaluate_integers = integers_binary<kernel::Fn::less>,
    .rounds_once = true,
    .lower = LowerKind::scalar,
    .fn = Fn::less,
    .flops = flops_each<1>,
};

const OpDef less_equal_op = {
    .name = "less_equal",
    .class_name = "LessEqual",
    .glyph = "≤",
    .doc = "1 where x <= y, else 0. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return (x <= y) ? 1.0 : 0.0; }>,
    .evaluate_integers = integers_binary<kernel::Fn::less_equal>,
    .rounds_once = true,
    .lower = LowerKind::scalar,
    .fn = Fn::less_equal,
    .flops = flops_each<1>,
};

const OpDef greater_op = {
    .name = "greater",
    .class_name = "Greater",
    .glyph = ">",
    .doc = "1 where x > y, else 0. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return (x > y) ? 1.0 : 0.0; }>,
    .evaluate_integers = integers_binary<kernel::Fn::greater>,
    .rounds_once = true,
    .lower = LowerKind::scalar,
    .fn = Fn::greater,
    .flops = flops_each<1>,
};

const OpDef greater_equal_op = {
    .name = "greater_equal",
    .class_name = "GreaterEqual",
    .glyph = "≥",
    .doc = "1 where x >= y, else 0. No gradient.",
    .operands = {"x", "y"},
    .attributes = {"dtype"},
    .functions = binary_function(),
    .traits = {.cheap = true, .exact = true},
    .infer = infer_binary,
    .evaluate = evaluate_binary<+[](double x, double y) { return (x >= y) ? 1.0 : 0.0; }>,
    .evaluate_integers = integers_binary<kernel::Fn::greater_equal>,
    .rounds_once = true,
    .lower = LowerKind::scalar,
    .fn = Fn::greater_equal,
    .flops = flops_each<1>,
};

Op add(const Operand& x, const Operand& y) {
  return make_op(add_op, {x, y});
}
Op subtract(const Operand& x, const Operand& y) {
  return make_op(subtract_op, {x, y});
}
Op multiply(const Operand& x, const Operand& y) {
  return make_op(multiply_op, {x, y});
}
Op divide(const Operand& x, const Operand& y) {
  return make_op(divide_op, {x, y});
}
Op equal(const Operand& x, const Operand& y) {
  return make_op(equal_op, {x, y});
}
Op not_equal(const Operand& x, const Operand& y) {
  return make_op(not_equal_op, {x, y});
}
Op less(const Operand& x, const Operand& y) {
  return make_op(less_op, {x, y});
}
Op less_equal(const Operand& x, const Operand& y) {
  return make_op(less_equal_op, {x, y});
}
Op greater(const Operand& x, const Operand& y) {
  return make_op(greater_op, {x, y});
}
Op greater_equal(const Operand& x, const Operand& y) {
  return make_op(greater_equal_op, {x, y});
}

}  // namespace ng
