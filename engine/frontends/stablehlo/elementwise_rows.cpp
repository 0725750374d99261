// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons, choices and conversions by element.
#include <cmath>

#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

void apply(NodeContext& n, const char* op) {
  give(n, step(n, op, {operand(n, 0)}));
}

void apply_both(NodeContext& n, const char* op) {
  give(n, step(n, op, {operand(n, 0), operand(n, 1)}));
}

// An op of numbers, whose counterpart of truth values is another.
void numbers_or_truth(NodeContext& n, const char* numbers, const char* truth) {
  apply_both(n, is_truth(operand(n, 0)) ? truth : numbers);
}

void add(NodeContext& n) {
  numbers_or_truth(n, "Add", "Or");
}
void multiply(NodeContext& n) {
  numbers_or_truth(n, "Mul", "And");
}
// Equal operands share the gradient, as in JAX; see maxima_of_log_sums.
void extreme(NodeContext& n, const char* numbers, const char* truth) {
  const bool shares = is_float(operand(n, 0)->dtype()) && n.integer("rectifies", 0) == 0;
  if (!shares) return numbers_or_truth(n, numbers, truth);
  const char* ties = n.integer("log_sum", 0) != 0 ? "first" : "share";
  give(n, step(n, numbers, {operand(n, 0), operand(n, 1)}, {attribute("ties", ties)}));
}
void maximum(NodeContext& n) {
  extreme(n, "Max", "Or");
}
void minimum(NodeContext& n) {
  extreme(n, "Min", "And");
}

// At 0 the gradient is 1, as in JAX.
void absolute(NodeContext& n) {
  const ItemPtr x = operand(n, 0), size = step(n, "Abs", {x});
  if (!is_float(x->dtype())) return give(n, size);
  const ItemPtr zero = step(n, "Sub", {x, tensorflow::stopped(n, x)});  // also of -0
  give(n, step(n, "Where", {step(n, "Equal", {x, like(x, 0)}), zero, size}));
}

void subtract(NodeContext& n) {
  apply_both(n, "Sub");
}
void divide(NodeContext& n) {
  apply_both(n, "Div");
}
void power(NodeContext& n) {
  apply_both(n, "Pow");
}

void negate(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  give(n, is_float(x->dtype()) ? step(n, "Neg", {x}) : step(n, "Sub", {like(x, 0), x}));
}

void remainder(NodeContext& n) {
  give(n, step(n, "Mod", {operand(n, 0), operand(n, 1)}, {attribute("fmod", std::int64_t{1})}));
}

// In the order in which NaN is above all numbers.
ItemPtr precedes(NodeContext& n, const ItemPtr& a, const ItemPtr& b) {
  const ItemPtr number = step(n, "Not", {step(n, "IsNaN", {a})});
  const ItemPtr above = step(n, "And", {step(n, "IsNaN", {b}), number});
  return step(n, "Or", {step(n, "Less", {a, b}), above});
}

// JAX makes zeros and NaN equal first, so that the order of NaN is all that is left.
void compare_totally(NodeContext& n, const std::string& direction) {
  const ItemPtr a = operand(n, 0), b = operand(n, 1);
  const bool swapped = direction == "GT" || direction == "LE";
  ItemPtr made = swapped ? precedes(n, b, a) : precedes(n, a, b);
  if (direction == "EQ" || direction == "NE") made = step(n, "Or", {made, precedes(n, b, a)});
  const bool inverse = direction == "LE" || direction == "GE" || direction == "EQ";
  give(n, inverse ? step(n, "Not", {made}) : made);
}

void compare(NodeContext& n) {
  const std::string direction =
      n.choice("comparison_direction", "", {"EQ", "NE", "LT", "LE", "GT", "GE"});
  ItemPtr a = operand(n, 0), b = operand(n, 1);
  if (n.text("compare_type", "") == "TOTALORDER" && is_float(a->dtype()))
    return compare_totally(n, direction);
  if (is_truth(a) && direction != "EQ" && direction != "NE") {
    a = cast(n, a, DType::i32);
    b = cast(n, b, DType::i32);
  }
  if (direction == "NE") return give(n, step(n, "Not", {step(n, "Equal", {a, b})}));
  const char* op = direction == "EQ"   ? "Equal"
                   : direction == "LT" ? "Less"
                   : direction == "LE" ? "LessOrEqual"
                   : direction == "GT" ? "Greater"
                                       : "GreaterOrEqual";
  give(n, step(n, op, {a, b}));
}

void select(NodeContext& n) {
  give(n, step(n, "Where", {operand(n, 0), operand(n, 1), operand(n, 2)}));
}

void clamp(NodeContext& n) {
  const ItemPtr above = step(n, "Max", {operand(n, 1), operand(n, 0)});
  give(n, step(n, "Min", {above, operand(n, 2)}));
}

void convert(NodeContext& n) {
  give(n, cast(n, operand(n, 0), result_type(n)));
}

// Rounded to fewer bits, of the types that the engine has. What has no exponent of its own in
// float16 is 0, other than in the type.
void reduce_precision(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  const std::string format = n.text("format", "");
  std::int64_t exponent = n.integer("exponent_bits", 0), mantissa = n.integer("mantissa_bits", 0);
  if (format == "e8m7") exponent = 8, mantissa = 7;
  if (format == "e5m10") exponent = 5, mantissa = 10;
  if (format == "e8m23") exponent = 8, mantissa = 23;
  if (exponent == 8 && mantissa == 23 && x->dtype() == DType::f32) return give(n, x);
  const bool half = exponent == 5 && mantissa == 10, brain = exponent == 8 && mantissa == 7;
  if (!half && !brain) NodeContext::refuse("its precision is neither float16 nor bfloat16");
  const ItemPtr rounded = cast(n, cast(n, x, half ? DType::f16 : DType::bf16), x->dtype());
  if (!half || x->dtype() == DType::f16) return give(n, rounded);
  const ItemPtr small = step(n, "Less", {step(n, "Abs", {rounded}), like(x, std::exp2(-14))});
  give(n, step(n, "Where", {small, step(n, "Mul", {x, like(x, 0)}), rounded}));
}

void is_finite(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  if (!is_float(x->dtype())) NodeContext::refuse("its operand is no float");
  give(n, step(n, "Not", {step(n, "Or", {step(n, "IsInf", {x}), step(n, "IsNaN", {x})})}));
}

// Half away from zero.
void round_half_away(NodeContext& n) {
  const ItemPtr x = operand(n, 0), size = step(n, "Abs", {x});
  const ItemPtr down = step(n, "Floor", {size});
  const ItemPtr half = step(n, "GreaterOrEqual", {step(n, "Sub", {size, down}), like(x, 0.5)});
  const ItemPtr rounded = step(n, "Add", {down, cast(n, half, x->dtype())});
  give(n, step(n, "Mul", {step(n, "Sign", {x}), rounded}));
}

constexpr OpRow rows[] = {
    {"abs", 1, 0, absolute},
    {"add", 1, 0, add},
    {"ceil", 1, 0, [](NodeContext& n) { apply(n, "Ceil"); }},
    {"chlo.broadcast_add", 1, 0, broadcast<add>},
    {"chlo.broadcast_compare", 1, 0, broadcast<compare>},
    {"chlo.broadcast_divide", 1, 0, broadcast<divide>},
    {"chlo.broadcast_maximum", 1, 0, broadcast<maximum>},
    {"chlo.broadcast_minimum", 1, 0, broadcast<minimum>},
    {"chlo.broadcast_multiply", 1, 0, broadcast<multiply>},
    {"chlo.broadcast_power", 1, 0, broadcast<power>},
    {"chlo.broadcast_select", 1, 0, broadcast<select>},
    {"chlo.broadcast_subtract", 1, 0, broadcast<subtract>},
    {"clamp", 1, 0, clamp},
    {"compare", 1, 0, compare},
    {"convert", 1, 0, convert},
    {"divide", 1, 0, divide},
    {"floor", 1, 0, [](NodeContext& n) { apply(n, "Floor"); }},
    {"is_finite", 1, 0, is_finite},
    {"maximum", 1, 0, maximum},
    {"minimum", 1, 0, minimum},
    {"multiply", 1, 0, multiply},
    {"negate", 1, 0, negate},
    {"power", 1, 0, power},
    {"reduce_precision", 1, 0, reduce_precision},
    {"remainder", 1, 0, remainder},
    {"round_nearest_afz", 1, 0, round_half_away},
    {"round_nearest_even", 1, 0, [](NodeContext& n) { apply(n, "Round"); }},
    {"select", 1, 0, select},
    {"sign", 1, 0, [](NodeContext& n) { apply(n, "Sign"); }},
    {"subtract", 1, 0, subtract},
};

}  // namespace

std::span<const OpRow> elementwise_rows() {
  return rows;
}

}  // namespace ng::stablehlo
