// SPDX-License-Identifier: Apache-2.0
// Activations.
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/selu.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

void elu(NodeContext& n) {
  give(n, step(n, "Elu", {n.shared(0)}, {attribute("alpha", 1.0)}));
}

void leaky_relu(NodeContext& n) {
  give(n, step(n, "LeakyRelu", {n.shared(0)}, {attribute("alpha", n.number("alpha", 0.2))}));
}

void relu(NodeContext& n) {
  give(n, step(n, "Relu", {n.shared(0)}));
}

void relu6(NodeContext& n) {
  give(n, step(n, "Clip", {n.shared(0), number(0, n.dtype()), number(6, n.dtype())}));
}

void selu(NodeContext& n) {
  give(n, selu_of(n, n.shared(0)));
}

void sigmoid(NodeContext& n) {
  give(n, step(n, "Sigmoid", {n.shared(0)}));
}

void softplus(NodeContext& n) {
  give(n, step(n, "Softplus", {n.shared(0)}));
}

void softsign(NodeContext& n) {
  give(n, step(n, "Softsign", {n.shared(0)}));
}

void softmax(NodeContext& n) {
  give(n, step(n, "Softmax", {n.shared(0)}, {attribute("axis", std::int64_t{-1})}));
}

void log_softmax(NodeContext& n) {
  give(n, step(n, "LogSoftmax", {n.shared(0)}, {attribute("axis", std::int64_t{-1})}));
}

constexpr OpRow rows[] = {
    {"Elu", 1, 0, elu},
    {"LeakyRelu", 1, 0, leaky_relu},
    {"LogSoftmax", 1, 0, log_softmax},
    {"Relu", 1, 0, relu},
    {"Relu6", 1, 0, relu6},
    {"Selu", 1, 0, selu},
    {"Sigmoid", 1, 0, sigmoid},
    {"Softmax", 1, 0, softmax},
    {"Softplus", 1, 0, softplus},
    {"Softsign", 1, 0, softsign},
};

}  // namespace

std::span<const OpRow> activation_rows() {
  return rows;
}

}  // namespace ng::tensorflow
