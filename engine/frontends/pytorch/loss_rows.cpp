// SPDX-License-Identifier: Apache-2.0
// Losses and distances.
#include "engine/frontends/onnx/elementwise/near_zero.h"
#include "engine/frontends/pytorch/norms.h"

namespace ng::pytorch {
namespace {

// reduction: 0 none, 1 mean, 2 sum.
ItemPtr reduced(NodeContext& n, const ItemPtr& x) {
  const std::int64_t how = int_of(n, "reduction", 1);
  if (how == 0) return x;
  if (how != 1 && how != 2) NodeContext::refuse("its reduction is unknown");
  return step(n, how == 1 ? "ReduceMean" : "ReduceSum", {x},
              {attribute("keepdims", std::int64_t{0})});
}

ItemPtr difference(NodeContext& n) {
  const auto [a, b] = promoted_operands(n, need_tensor(n, "self"), need_tensor(n, "target"));
  return step(n, "Sub", {a, b});
}

void squared_loss(NodeContext& n) {
  const ItemPtr apart = difference(n);
  give(n, reduced(n, step(n, "Mul", {apart, apart})));
}

void absolute_loss(NodeContext& n) {
  give(n, reduced(n, step(n, "Abs", {difference(n)})));
}

// Quadratic up to a residual of `limit`, then linear with the slope `limit`.
ItemPtr huber(NodeContext& n, const ItemPtr& apart, double limit) {
  const ItemPtr size = step(n, "Abs", {apart}), most = like(apart, limit);
  const ItemPtr inside = step(n, "Less", {size, most});
  const ItemPtr small = step(n, "Where", {inside, apart, like(apart, 0)});
  const ItemPtr square = step(n, "Mul", {step(n, "Mul", {small, like(apart, 0.5)}), small});
  const ItemPtr line = step(n, "Mul", {step(n, "Sub", {size, like(apart, limit / 2)}), most});
  return step(n, "Where", {inside, square, line});
}

void huber_loss(NodeContext& n) {
  const ItemPtr apart = difference(n);
  const ItemPtr made = reduced(n, huber(n, wide(n, apart), real_of(n, "delta", 1)));
  give(n, cast(n, made, apart->dtype()));
}

void smooth_absolute_loss(NodeContext& n) {
  const double beta = real_of(n, "beta", 1);
  if (beta == 0) return absolute_loss(n);
  const ItemPtr apart = difference(n), bent = huber(n, wide(n, apart), beta);
  const ItemPtr made = reduced(n, step(n, "Div", {bent, like(bent, beta)}));
  give(n, cast(n, made, apart->dtype()));
}

// At least -100, as in PyTorch.
ItemPtr limited(NodeContext& n, const ItemPtr& logarithm) {
  return step(n, "Max", {logarithm, like(logarithm, -100)});
}

// (t - 1) log(1 - p) - t log(p).
ItemPtr cross_entropy_of(NodeContext& n, const ItemPtr& p, const ItemPtr& target) {
  const ItemPtr yes = limited(n, step(n, "Log", {p}));
  const ItemPtr no = limited(n, tensorflow::applied(n, onnx::log_one_plus, step(n, "Neg", {p})));
  const ItemPtr rest = step(n, "Mul", {step(n, "Sub", {target, like(p, 1)}), no});
  return step(n, "Sub", {rest, step(n, "Mul", {target, yes})});
}

// By p, the gradient is (p - t) / max((1 - p) p, 1e-12), which is finite at 0 and 1; where the
// logarithms have another one, they are constants, and a product has it.
ItemPtr cross_entropy_of_probabilities(NodeContext& n, const ItemPtr& p, const ItemPtr& target) {
  const ItemPtr least = like(p, 1e-12);
  const ItemPtr spread = step(n, "Mul", {step(n, "Sub", {like(p, 1), p}), p});
  const ItemPtr inside = step(n, "GreaterOrEqual", {spread, least});
  const ItemPtr within = cross_entropy_of(n, step(n, "Where", {inside, p, like(p, 0.5)}), target);
  const ItemPtr fixed = stopped(n, p);
  const ItemPtr slope = step(n, "Div", {step(n, "Sub", {fixed, target}), least});
  const ItemPtr product = step(n, "Mul", {slope, step(n, "Sub", {p, fixed})});
  const ItemPtr at_end = step(n, "Add", {cross_entropy_of(n, fixed, target), product});
  return step(n, "Where", {inside, within, at_end});
}

void cross_entropy_of_probabilities_row(NodeContext& n) {
  const auto [p, target] = promoted_operands(n, need_tensor(n, "self"), need_tensor(n, "target"));
  ItemPtr made = cross_entropy_of_probabilities(n, wide(n, p), wide(n, target));
  if (const ItemPtr weight = tensor(n, "weight")) made = step(n, "Mul", {made, wide(n, weight)});
  give(n, cast(n, reduced(n, made), p->dtype()));
}

// (1 - t) x + w log(1 + exp(-x)), where w is 1, or 1 + (p - 1) t with weights p of the positives.
void cross_entropy_of_logits(NodeContext& n) {
  const auto [x, target] = promoted_operands(n, need_tensor(n, "self"), need_tensor(n, "target"));
  const ItemPtr one = like(x, 1);
  const ItemPtr rest = step(n, "Mul", {step(n, "Sub", {one, target}), x});
  ItemPtr made = step(n, "Softplus", {step(n, "Neg", {x})});
  if (const ItemPtr positives = tensor(n, "pos_weight")) {
    const ItemPtr more = step(n, "Mul", {step(n, "Sub", {positives, one}), target});
    made = step(n, "Mul", {made, step(n, "Add", {more, one})});
  }
  made = step(n, "Add", {rest, made});
  if (const ItemPtr weight = tensor(n, "weight")) made = step(n, "Mul", {made, weight});
  give(n, reduced(n, made));
}

const char* reduction_name(const NodeContext& n) {
  const std::int64_t how = int_of(n, "reduction", 1);
  return how == 0 ? "none" : how == 1 ? "mean" : "sum";
}

Attributes class_attributes(const NodeContext& n) {
  return {attribute("reduction", reduction_name(n)),
          attribute("ignore_index", int_of(n, "ignore_index", -100))};
}

void negative_log_likelihood(NodeContext& n) {
  give(n, step(n, "NegativeLogLikelihoodLoss",
               {need_tensor(n, "self"), need_tensor(n, "target"), tensor(n, "weight")},
               class_attributes(n)));
}

// The logarithms of probabilities, along the dimension of classes.
struct Logarithms {
  ItemPtr values;
  std::int64_t dim, classes;
};

Logarithms logarithms(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  if (rank_of(x) == 0) NodeContext::refuse("it has no classes");
  const std::int64_t dim = rank_of(x) == 1 ? 0 : 1;
  return {step(n, "LogSoftmax", {x}, {attribute("axis", dim)}), dim,
          x->shape()[static_cast<std::size_t>(dim)]};
}

ItemPtr scaled(NodeContext& n, const ItemPtr& x, double factor) {
  return step(n, "Mul", {x, number(factor, x->dtype())});
}

ItemPtr sum_of_classes(NodeContext& n, const ItemPtr& x, std::int64_t dim) {
  return step(n, "ReduceSum", {x, integers({dim})}, {attribute("keepdims", std::int64_t{0})});
}

// -Σ target × log p, of targets that are probabilities.
void soft_cross_entropy(NodeContext& n, double smoothing) {
  const Logarithms logs = logarithms(n);
  if (tensor(n, "weight")) refuse_form("its targets are probabilities and it has weights");
  ItemPtr target = cast(n, need_tensor(n, "target"), logs.values->dtype());
  if (smoothing != 0)
    target = step(n, "Add",
                  {scaled(n, target, 1 - smoothing),
                   like(target, smoothing / static_cast<double>(logs.classes))});
  const ItemPtr product = step(n, "Mul", {target, logs.values});
  give(n, reduced(n, step(n, "Neg", {sum_of_classes(n, product, logs.dim)})));
}

// The mean of -log p over the classes, of targets that count.
ItemPtr uniform_cross_entropy(NodeContext& n) {
  if (tensor(n, "weight")) refuse_form("it smooths labels and has weights");
  const Logarithms logs = logarithms(n);
  const ItemPtr sums = sum_of_classes(n, logs.values, logs.dim);
  const ItemPtr all = scaled(n, sums, -1 / static_cast<double>(logs.classes));
  const ItemPtr target = cast(n, need_tensor(n, "target"), DType::i64);
  const ItemPtr ignored = step(n, "Equal", {target, integer(int_of(n, "ignore_index", -100))});
  const ItemPtr made = step(n, "Where", {ignored, like(all, 0), all});
  const std::int64_t how = int_of(n, "reduction", 1);
  if (how == 0) return made;
  const Attributes drop{attribute("keepdims", std::int64_t{0})};
  const ItemPtr total = step(n, "ReduceSum", {made}, drop);
  if (how == 2) return total;
  const ItemPtr counted = cast(n, step(n, "Not", {ignored}), all->dtype());
  return step(n, "Div", {total, step(n, "ReduceSum", {counted}, drop)});
}

void cross_entropy(NodeContext& n) {
  const double smoothing = real_of(n, "label_smoothing", 0);
  const ItemPtr target = need_tensor(n, "target");
  if (is_float(target->dtype())) return soft_cross_entropy(n, smoothing);
  if (rank_of(need_tensor(n, "self")) == 1) refuse_form("it has no batch");
  const ItemPtr made =
      step(n, "SoftmaxCrossEntropyLoss", {need_tensor(n, "self"), target, tensor(n, "weight")},
           class_attributes(n));
  if (smoothing == 0) return give(n, made);
  give(n, step(n, "Add",
               {scaled(n, made, 1 - smoothing), scaled(n, uniform_cross_entropy(n), smoothing)}));
}

// Σ a b / (max(|a|, eps) max(|b|, eps)) along a dimension.
void cosine_similarity(NodeContext& n) {
  ItemPtr a = need_tensor(n, "x1"), b = need_tensor(n, "x2");
  const ItemPtr both = step(n, "Mul", {a, b});
  const Shape lengths = both->shape();
  const Integers shape(lengths.begin(), lengths.end());
  a = broadcast(n, a, shape);
  b = broadcast(n, b, shape);
  const Integers dims{dim_of(n, "dim", rank_of(both), 1)};
  const Attributes drop{attribute("keepdims", std::int64_t{0})};
  const ItemPtr eps = number(real_of(n, "eps", 1e-8), both->dtype());
  const auto size = [&](const ItemPtr& x) {
    return step(n, "Max", {norm_along(n, x, dims, false, 2), eps});
  };
  give(n, step(n, "Div",
               {step(n, "ReduceSum", {both, integers(dims)}, drop),
                step(n, "Mul", {size(a), size(b)})}));
}

constexpr OpRow rows[] = {
    {"binary_cross_entropy", 1, 0, cross_entropy_of_probabilities_row},
    {"binary_cross_entropy_with_logits", 1, 0, cross_entropy_of_logits},
    {"cosine_similarity", 1, 0, cosine_similarity},
    {"cross_entropy_loss", 1, 0, cross_entropy},
    {"huber_loss", 1, 0, huber_loss},
    {"l1_loss", 1, 0, absolute_loss},
    {"mse_loss", 1, 0, squared_loss},
    {"nll_loss", 1, 0, negative_log_likelihood},
    {"nll_loss_forward", 1, 0, negative_log_likelihood},
    {"nll_loss_nd", 1, 0, negative_log_likelihood},
    {"smooth_l1_loss", 1, 0, smooth_absolute_loss},
};

}  // namespace

std::span<const OpRow> loss_rows() {
  return rows;
}

}  // namespace ng::pytorch
