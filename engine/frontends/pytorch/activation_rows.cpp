// SPDX-License-Identifier: Apache-2.0
// Activations.
#include <cmath>

#include "engine/frontends/pytorch/op_arguments.h"
#include "engine/frontends/tensorflow/selu.h"

namespace ng::pytorch {
namespace {

void celu(NodeContext& n) {
  give(n, step(n, "Celu", {self(n)}, {attribute("alpha", real_of(n, "alpha", 1))}));
}

// scale × x, or alpha × scale × (exp(input_scale × x) - 1) for x < 0.
void elu(NodeContext& n) {
  const ItemPtr x = self(n);
  const double scale = real_of(n, "scale", 1), inner = real_of(n, "input_scale", 1);
  if (inner != 1) NodeContext::refuse("its input_scale is not 1");
  const ItemPtr made = step(n, "Elu", {x}, {attribute("alpha", real_of(n, "alpha", 1))});
  give(n, scale == 1 ? made : step(n, "Mul", {made, like(x, scale)}));
}

void gelu(NodeContext& n) {
  give(n, step(n, "Gelu", {self(n)},
               {attribute("approximate", text_of(n, "approximate", "none").c_str())}));
}

void glu(NodeContext& n) {
  const ItemPtr x = self(n);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), -1);
  const std::int64_t length = x->shape().at(static_cast<std::size_t>(dim));
  if (length % 2 != 0) NodeContext::refuse("the dimension that it halves is odd");
  const ItemPtr gate = step(n, "Sigmoid", {sliced(n, x, dim, length / 2, length)});
  give(n, step(n, "Mul", {sliced(n, x, dim, 0, length / 2), gate}));
}

// NaN stays: no comparison with it is true.
void hardshrink(NodeContext& n) {
  const ItemPtr x = self(n), bound = like(x, real_of(n, "lambd", 0.5));
  const ItemPtr dropped = step(n, "LessOrEqual", {step(n, "Abs", {x}), bound});
  give(n, step(n, "Where", {dropped, like(x, 0), x}));
}

void hardsigmoid(NodeContext& n) {
  give(n, step(n, "HardSigmoid", {self(n)}, {attribute("alpha", 1.0 / 6), attribute("beta", 0.5)}));
}

void hardswish(NodeContext& n) {
  give(n, step(n, "HardSwish", {self(n)}));
}

void hardtanh(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n,
       step(n, "Clip", {x, like(x, real_of(n, "min_val", -1)), like(x, real_of(n, "max_val", 1))}));
}

void leaky_relu(NodeContext& n) {
  give(n,
       step(n, "LeakyRelu", {self(n)}, {attribute("alpha", real_of(n, "negative_slope", 0.01))}));
}

void log_sigmoid(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, step(n, "Neg", {step(n, "Softplus", {step(n, "Neg", {x})})}));
}

void mish(NodeContext& n) {
  give(n, step(n, "Mish", {self(n)}));
}

// One slope, or one per channel, the second dimension.
void prelu(NodeContext& n) {
  const ItemPtr x = self(n);
  ItemPtr slope = need_tensor(n, "weight");
  if (rank_of(slope) == 1 && rank_of(x) > 2 && slope->shape()[0] != 1) {
    Integers shape(static_cast<std::size_t>(rank_of(x) - 1), 1);
    shape[0] = slope->shape()[0];
    slope = reshaped(n, slope, shape);
  }
  give(n, step(n, "Where", {step(n, "Greater", {x, like(x, 0)}), x, step(n, "Mul", {x, slope})}));
}

void relu(NodeContext& n) {
  give(n, step(n, "Relu", {self(n)}));
}

void relu6(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, step(n, "Clip", {x, like(x, 0), like(x, 6)}));
}

void selu(NodeContext& n) {
  give(n, step(n, "Selu", {self(n)}, tensorflow::selu_numbers()));
}

void sigmoid(NodeContext& n) {
  give(n, step(n, "Sigmoid", {as_floats(n, self(n))}));
}

void silu(NodeContext& n) {
  const ItemPtr x = self(n);
  give(n, step(n, "Mul", {x, step(n, "Sigmoid", {x})}));
}

// log(1 + exp(beta × x)) / beta, or x where beta × x is above the threshold.
void softplus(NodeContext& n) {
  const ItemPtr x = self(n);
  const double beta = real_of(n, "beta", 1), threshold = real_of(n, "threshold", 20);
  const ItemPtr scaled = step(n, "Mul", {x, like(x, beta)});
  const ItemPtr made = step(n, "Div", {step(n, "Softplus", {scaled}), like(x, beta)});
  give(n, step(n, "Where", {step(n, "Greater", {scaled, like(x, threshold)}), x, made}));
}

// NaN stays, unlike in the Shrink of ONNX.
void softshrink(NodeContext& n) {
  const ItemPtr x = self(n);
  const double lambd = real_of(n, "lambd", 0.5);
  const ItemPtr made =
      step(n, "Shrink", {x}, {attribute("lambd", lambd), attribute("bias", lambd)});
  give(n, step(n, "Where", {step(n, "IsNaN", {x}), x, made}));
}

// The value up to the threshold, else x, also if that is NaN.
void threshold(NodeContext& n) {
  const ItemPtr x = self(n);
  const ItemPtr low = step(n, "LessOrEqual", {x, like(x, real_of(n, "threshold", 0))});
  give(n, step(n, "Where", {low, like(x, real_of(n, "value", 0)), x}));
}

ItemPtr normalised(NodeContext& n, const char* op, ItemPtr x) {
  const std::int64_t rank = rank_of(x), dim = dim_of(n, "dim", rank, -1);
  x = cast(n, x, type_of(n, "dtype", flag_of(n, "half_to_float", false) ? DType::f32 : x->dtype()));
  if (rank == 0)
    return squeezed(n, step(n, op, {unsqueezed(n, x, {0})}, {attribute("axis", dim)}), {0});
  return step(n, op, {x}, {attribute("axis", dim)});
}

void softmax(NodeContext& n) {
  give(n, normalised(n, "Softmax", self(n)));
}
void log_softmax(NodeContext& n) {
  give(n, normalised(n, "LogSoftmax", self(n)));
}

// 0 where all elements are -infinity.
void safe_softmax(NodeContext& n) {
  const ItemPtr x = self(n), made = normalised(n, "Softmax", x);
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), -1);
  const ItemPtr most =
      step(n, "ReduceMax", {x, integers({dim})}, {attribute("keepdims", std::int64_t{1})});
  const ItemPtr none = step(n, "Equal", {most, like(x, -HUGE_VAL)});
  give(n, step(n, "Where", {none, like(made, 0), made}));
}

constexpr OpRow rows[] = {
    {"_log_softmax", 1, 0, log_softmax},
    {"_prelu_kernel", 1, 0, prelu},
    {"_safe_softmax", 1, 0, safe_softmax},
    {"_softmax", 1, 0, softmax},
    {"celu", 1, 0, celu},
    {"elu", 1, 0, elu},
    {"gelu", 1, 0, gelu},
    {"glu", 1, 0, glu},
    {"hardshrink", 1, 0, hardshrink},
    {"hardsigmoid", 1, 0, hardsigmoid},
    {"hardswish", 1, 0, hardswish},
    {"hardtanh", 1, 0, hardtanh},
    {"leaky_relu", 1, 0, leaky_relu},
    {"log_sigmoid", 1, 0, log_sigmoid},
    {"log_sigmoid_forward", 1, 0, log_sigmoid},
    {"log_softmax", 1, 0, log_softmax},
    {"mish", 1, 0, mish},
    {"prelu", 1, 0, prelu},
    {"relu", 1, 0, relu},
    {"relu6", 1, 0, relu6},
    {"selu", 1, 0, selu},
    {"sigmoid", 1, 0, sigmoid},
    {"silu", 1, 0, silu},
    {"softmax", 1, 0, softmax},
    {"softplus", 1, 0, softplus},
    {"softshrink", 1, 0, softshrink},
    {"threshold", 1, 0, threshold},
};

}  // namespace

std::span<const OpRow> activation_rows() {
  return rows;
}

}  // namespace ng::pytorch
