// SPDX-License-Identifier: Apache-2.0
// Functions of floats by element.
#include <cmath>
#include <span>

#include "engine/frontends/onnx/elementwise/error_function.h"
#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

void apply(NodeContext& n, const char* op) {
  give(n, step(n, op, {operand(n, 0)}));
}

template <Op (*function)(const Op&)>
void apply_op(NodeContext& n) {
  give(n, tensorflow::applied(n, function, operand(n, 0)));
}

void reciprocal_root(NodeContext& n) {
  give(n, step(n, "Reciprocal", {step(n, "Sqrt", {operand(n, 0)})}));
}

void cube_root(NodeContext& n) {
  const ItemPtr given = operand(n, 0);
  const ItemPtr x = given->dtype() == DType::f64 ? given : cast(n, given, DType::f32);
  const ItemPtr root = step(n, "Pow", {step(n, "Abs", {x}), like(x, 1.0 / 3)});
  give(n, cast(n, step(n, "Mul", {step(n, "Sign", {x}), root}), given->dtype()));
}

void square(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  give(n, step(n, "Mul", {x, x}));
}

void atan2(NodeContext& n) {
  give(n, tensorflow::arctangent(n, operand(n, 0), operand(n, 1)));
}

// Horner's rule, the coefficient of the highest power first.
ItemPtr polynomial(NodeContext& n, const ItemPtr& x, std::span<const double> coefficients) {
  ItemPtr sum = like(x, coefficients[0]);
  for (const double each : coefficients.subspan(1))
    sum = step(n, "Add", {step(n, "Mul", {sum, x}), like(x, each)});
  return sum;
}

// M. Giles, Approximating the erfinv function: single precision.
void inverse_error(NodeContext& n) {
  constexpr double central[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                -0.00417768164,  0.246640727,    1.50140941};
  constexpr double tail[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                             -0.00367342844,  0.00573950773,  -0.0076224613,
                             0.00943887047,   1.00167406,     2.83297682};
  const ItemPtr x = operand(n, 0);
  if (x->dtype() == DType::f64) NodeContext::refuse("its operand is float64");
  const ItemPtr minus = step(n, "Neg", {step(n, "Mul", {x, x})});
  const ItemPtr w = step(n, "Neg", {tensorflow::applied(n, onnx::log_one_plus, minus)});
  const ItemPtr near = polynomial(n, step(n, "Sub", {w, like(x, 2.5)}), central);
  const ItemPtr far = polynomial(n, step(n, "Sub", {step(n, "Sqrt", {w}), like(x, 3)}), tail);
  const ItemPtr chosen = step(n, "Where", {step(n, "Less", {w, like(x, 5)}), near, far});
  const ItemPtr end = step(n, "Equal", {step(n, "Abs", {x}), like(x, 1)});
  const ItemPtr factor = step(n, "Where", {end, like(x, HUGE_VAL), chosen});
  give(n, step(n, "Mul", {x, factor}));
}

void is_infinite(NodeContext& n, std::int64_t negative, std::int64_t positive) {
  give(n, step(n, "IsInf", {operand(n, 0)},
               {attribute("detect_negative", negative), attribute("detect_positive", positive)}));
}

constexpr OpRow rows[] = {
    {"atan2", 1, 0, atan2},
    {"cbrt", 1, 0, cube_root},
    {"chlo.acos", 1, 0, [](NodeContext& n) { apply(n, "Acos"); }},
    {"chlo.acosh", 1, 0, apply_op<onnx::acosh>},
    {"chlo.asin", 1, 0, [](NodeContext& n) { apply(n, "Asin"); }},
    {"chlo.asinh", 1, 0, apply_op<onnx::asinh>},
    {"chlo.atan", 1, 0, [](NodeContext& n) { apply(n, "Atan"); }},
    {"chlo.atanh", 1, 0, apply_op<onnx::atanh>},
    {"chlo.cosh", 1, 0, apply_op<onnx::cosh>},
    {"chlo.erf", 1, 0, [](NodeContext& n) { apply(n, "Erf"); }},
    {"chlo.erf_inv", 1, 0, inverse_error},
    {"chlo.erfc", 1, 0, apply_op<onnx::complementary_error>},
    {"chlo.is_inf", 1, 0, [](NodeContext& n) { is_infinite(n, 1, 1); }},
    {"chlo.is_neg_inf", 1, 0, [](NodeContext& n) { is_infinite(n, 1, 0); }},
    {"chlo.is_pos_inf", 1, 0, [](NodeContext& n) { is_infinite(n, 0, 1); }},
    {"chlo.sinh", 1, 0, apply_op<onnx::sinh>},
    {"chlo.square", 1, 0, square},
    {"chlo.tan", 1, 0, [](NodeContext& n) { apply(n, "Tan"); }},
    {"cosine", 1, 0, [](NodeContext& n) { apply(n, "Cos"); }},
    {"exponential", 1, 0, [](NodeContext& n) { apply(n, "Exp"); }},
    {"exponential_minus_one", 1, 0, apply_op<onnx::exp_minus_one>},
    {"log", 1, 0, [](NodeContext& n) { apply(n, "Log"); }},
    {"log_plus_one", 1, 0, apply_op<onnx::log_one_plus>},
    {"logistic", 1, 0, [](NodeContext& n) { apply(n, "Sigmoid"); }},
    {"rsqrt", 1, 0, reciprocal_root},
    {"sine", 1, 0, [](NodeContext& n) { apply(n, "Sin"); }},
    {"sqrt", 1, 0, [](NodeContext& n) { apply(n, "Sqrt"); }},
    {"tan", 1, 0, [](NodeContext& n) { apply(n, "Tan"); }},
    {"tanh", 1, 0, [](NodeContext& n) { apply(n, "Tanh"); }},
};

}  // namespace

std::span<const OpRow> function_rows() {
  return rows;
}

}  // namespace ng::stablehlo
