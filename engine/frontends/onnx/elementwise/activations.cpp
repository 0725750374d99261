// SPDX-License-Identifier: Apache-2.0
// Elementwise ops of one operand with parameters: the activations of networks.
#include "engine/frontends/onnx/elementwise/activations.h"

#include <cmath>
#include <numbers>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

using Formula = Op (*)(const Op& x, const NodeContext& n);

template <Formula formula>
void activation(NodeContext& n) {
  const ScopedResultType type(n.widened());
  n.result(formula(n.op(0), n));
}

// TensorFlow has the gradient of the positive side at 0.
Op selu(const Op& x, const NodeContext& n) {
  const double alpha = n.number("alpha", 1.67326319217681884765625);
  const bool at_zero = n.integer("positive_at_zero", 0) != 0;
  const Op positive = at_zero ? greater_equal(x, 0) : greater(x, 0);
  return where(positive, x, exp_minus_one(where(positive, 0, x)) * alpha) *
         n.number("gamma", 1.05070102214813232421875);
}
Op celu(const Op& x, const NodeContext& n) {
  const double alpha = n.number("alpha", 1);
  const Op positive = greater(x, 0);
  return where(positive, x, exp_minus_one(where(positive, 0, x) / alpha) * alpha);
}
Op hard_swish(const Op& x, const NodeContext&) {
  return x * maximum(minimum(x * (1.0 / 6) + 0.5, 1), 0);
}
Op gelu(const Op& x, const NodeContext& n) {
  if (n.choice("approximate", "none", {"none", "tanh"}) == "tanh") {
    const double scale = std::sqrt(2 / std::numbers::pi);
    return x * 0.5 * (tanh((x + x * x * x * 0.044715) * scale) + 1);
  }
  return x * 0.5 * (erf(x * std::sqrt(0.5)) + 1);
}
Op shrink(const Op& x, const NodeContext& n) {
  const double bias = n.number("bias", 0), limit = n.number("lambd", 0.5);
  return where(less(x, -limit), x + bias, where(greater(x, limit), x - bias, 0));
}

void prelu(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const Aligned all = align(n, {n.op(0), n.op(1)});
  const Op &x = all.ops[0], &slope = all.ops[1];
  n.result(over(where(greater(x, 0), x, x * slope), all.axes));
}

void swi_glu(NodeContext& n) {
  const ScopedResultType type(n.widened());
  const Aligned all = align(n, {n.op(0), n.op(1)});
  const Op& x = all.ops[0];
  n.result(over(x * sigmoid(x * n.number("alpha", 1)) * all.ops[1], all.axes));
}

// Limits are attributes up to opset 10, then inputs that may be absent.
void clip(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  Op x = n.op(0);
  const bool attributes = n.opset < 11;
  if (attributes && n.given("min")) x = maximum(x, number(n.number("min", 0), n.dtype()));
  if (attributes && n.given("max")) x = minimum(x, number(n.number("max", 0), n.dtype()));
  if (n.has(1)) x = maximum(x, regrouped(n, n.op(1), {}));
  if (n.has(2)) x = minimum(x, regrouped(n, n.op(2), {}));
  n.result(x);
}

constexpr OpRow rows[] = {
    {"Celu", 12, 0, activation<celu>},
    {"Clip", 1, 0, clip},
    {"Elu", 1, 0,
     activation<+[](const Op& x, const NodeContext& n) { return elu(x, n.number("alpha", 1)); }>},
    {"Gelu", 20, 0, activation<gelu>},
    {"HardSigmoid", 1, 0, activation<+[](const Op& x, const NodeContext& n) {
       return hard_sigmoid(x, n.number("alpha", 0.2), n.number("beta", 0.5));
     }>},
    {"HardSwish", 14, 0, activation<hard_swish>},
    {"LeakyRelu", 1, 0, activation<+[](const Op& x, const NodeContext& n) {
       return leaky_relu(x, n.number("alpha", 0.01));
     }>},
    {"Mish", 18, 0,
     activation<+[](const Op& x, const NodeContext&) { return x * tanh(softplus(x)); }>},
    {"PRelu", 7, 0, prelu},
    {"Relu", 1, 0, activation<+[](const Op& x, const NodeContext&) { return maximum(x, 0); }>},
    {"Selu", 1, 0, activation<selu>},
    {"Shrink", 9, 0, activation<shrink>},
    {"Softplus", 1, 0, activation<+[](const Op& x, const NodeContext&) { return softplus(x); }>},
    {"Softsign", 1, 0, activation<+[](const Op& x, const NodeContext&) { return softsign(x); }>},
    {"SwiGLU", 1, 0, swi_glu},
    {"Swish", 24, 0, activation<+[](const Op& x, const NodeContext& n) {
       return x * sigmoid(x * n.number("alpha", 1));
     }>},
    {"ThresholdedRelu", 1, 0, activation<+[](const Op& x, const NodeContext& n) {
       return thresholded_relu(x, n.number("alpha", 1));
     }>},
};

}  // namespace

// At 0, where maximum and absolute have no gradient, it is that of one side.
Op softplus(const Op& x) {
  const Op positive = greater_equal(x, 0);
  return where(positive, x, 0) + log_one_plus(exp(where(positive, -x, x)));
}
Op softsign(const Op& x) {
  return x / (absolute(x) + 1);
}
Op leaky_relu(const Op& x, double alpha) {
  return where(greater(x, 0), x, x * alpha);
}
// At 0, as in the frameworks, the gradient is that of the negative side.
Op elu(const Op& x, double alpha) {
  const Op positive = greater(x, 0);
  return where(positive, x, exp_minus_one(where(positive, 0, x)) * alpha);
}
Op hard_sigmoid(const Op& x, double alpha, double beta) {
  return maximum(minimum(x * alpha + beta, 1), 0);
}
Op thresholded_relu(const Op& x, double alpha) {
  return where(greater(x, alpha), x, 0);
}

std::span<const OpRow> activation_rows() {
  return rows;
}

}  // namespace ng::onnx
