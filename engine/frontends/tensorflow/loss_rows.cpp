// SPDX-License-Identifier: Apache-2.0
// Losses of class scores.
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

ItemPtr total_by_row(NodeContext& n, const ItemPtr& x) {
  return step(n, "ReduceSum", {x, integers({-1})}, {attribute("keepdims", std::int64_t{0})});
}

// The loss by row, and its gradient for the scores.
void cross_entropy(NodeContext& n, const ItemPtr& labels) {
  const Attributes last{attribute("axis", std::int64_t{-1})};
  const ItemPtr log_probability = step(n, "LogSoftmax", {n.shared(0)}, last);
  const ItemPtr terms = step(n, "Mul", {labels, log_probability});
  give(n, step(n, "Neg", {total_by_row(n, terms)}));
  if (n.wants(1)) give(n, step(n, "Sub", {step(n, "Softmax", {n.shared(0)}, last), labels}), 1);
}

void with_distributions(NodeContext& n) {
  cross_entropy(n, n.shared(1));
}

void with_classes(NodeContext& n) {
  const Shape shape = n.shape();
  if (shape.size() != 2) NodeContext::refuse("its scores are not a matrix");
  auto values = std::make_shared<onnx::Item>();
  values->known = ng::Tensor::from(n.dtype(), {2}, std::vector<double>{0, 1});
  cross_entropy(n, step(n, "OneHot", {n.shared(1), integers({shape[1]}), values}));
}

constexpr OpRow rows[] = {
    {"SoftmaxCrossEntropyWithLogits", 1, 0, with_distributions},
    {"SparseSoftmaxCrossEntropyWithLogits", 1, 0, with_classes},
};

}  // namespace

std::span<const OpRow> loss_rows() {
  return rows;
}

}  // namespace ng::tensorflow
