// SPDX-License-Identifier: Apache-2.0
// Functions of floats by element.
#include <span>

#include "engine/frontends/onnx/elementwise/error_function.h"
#include "engine/frontends/onnx/elementwise/gamma_function.h"
#include "engine/frontends/onnx/elementwise/inverse_error.h"
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

void square(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  give(n, step(n, "Mul", {x, x}));
}

void atan2(NodeContext& n) {
  give(n, tensorflow::arctangent(n, operand(n, 0), operand(n, 1)));
}

void is_infinite(NodeContext& n, std::int64_t negative, std::int64_t positive) {
  give(n, step(n, "IsInf", {operand(n, 0)},
               {attribute("detect_negative", negative), attribute("detect_positive", positive)}));
}

constexpr OpRow rows[] = {
    {"atan2", 1, 0, atan2},
    {"cbrt", 1, 0, apply_op<onnx::cube_root>},
    {"chlo.acos", 1, 0, [](NodeContext& n) { apply(n, "Acos"); }},
    {"chlo.acosh", 1, 0, apply_op<onnx::acosh>},
    {"chlo.asin", 1, 0, [](NodeContext& n) { apply(n, "Asin"); }},
    {"chlo.asinh", 1, 0, apply_op<onnx::asinh>},
    {"chlo.atan", 1, 0, [](NodeContext& n) { apply(n, "Atan"); }},
    {"chlo.atanh", 1, 0, apply_op<onnx::atanh>},
    {"chlo.cosh", 1, 0, apply_op<onnx::cosh>},
    {"chlo.erf", 1, 0, [](NodeContext& n) { apply(n, "Erf"); }},
    {"chlo.erf_inv", 1, 0, apply_op<onnx::inverse_error>},
    {"chlo.erfc", 1, 0, apply_op<onnx::complementary_error>},
    {"chlo.is_inf", 1, 0, [](NodeContext& n) { is_infinite(n, 1, 1); }},
    {"chlo.is_neg_inf", 1, 0, [](NodeContext& n) { is_infinite(n, 1, 0); }},
    {"chlo.is_pos_inf", 1, 0, [](NodeContext& n) { is_infinite(n, 0, 1); }},
    {"chlo.lgamma", 1, 0, apply_op<onnx::log_gamma>},
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
