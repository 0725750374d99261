// SPDX-License-Identifier: Apache-2.0
// Scaled dot-product attention.
#include <cmath>

#include "engine/frontends/pytorch/dropped_out.h"
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

// Each head repeated for a group of heads of the query.
ItemPtr for_groups(NodeContext& n, const ItemPtr& x, std::int64_t heads) {
  const std::int64_t dim = rank_of(x) - 3;
  if (dim < 0) return x;
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  if (have == heads) return x;
  if (have == 0 || heads % have != 0) NodeContext::refuse("its heads do not fit each other");
  Integers shape = x->shape(), apart = shape;
  apart.insert(apart.begin() + dim + 1, heads / have);
  shape[static_cast<std::size_t>(dim)] = heads;
  return reshaped(n, broadcast(n, unsqueezed(n, x, {dim + 1}), apart), shape);
}

// True on and below the diagonal.
ItemPtr causal_mask(std::int64_t rows, std::int64_t columns) {
  tensorflow::need_moderate({rows, columns});
  ng::Tensor made(DType::bool_, {rows, columns});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, i / columns >= i % columns ? 1 : 0);
  return constant_of(std::move(made));
}

// Does every row of a known mask of truth values have a true element?
bool attends_everywhere(const ItemPtr& mask) {
  if (!mask->known || mask->dtype() != DType::bool_ || mask->shape().empty()) return false;
  const std::int64_t columns = mask->shape().back();
  for (std::int64_t row = 0; columns > 0 && row < mask->known->size() / columns; ++row) {
    bool any = false;
    for (std::int64_t i = 0; i < columns && !any; ++i)
      any = mask->known->at(row * columns + i) != 0;
    if (!any) return false;
  }
  return columns > 0;
}

// Rows that attend to nothing are 0.
ItemPtr weights_of(NodeContext& n, const ItemPtr& scores, bool may_be_empty) {
  const ItemPtr made = step(n, "Softmax", {scores}, {attribute("axis", std::int64_t{-1})});
  if (!may_be_empty) return made;
  const ItemPtr most = step(n, "ReduceMax", {scores, integers({rank_of(scores) - 1})},
                            {attribute("keepdims", std::int64_t{1})});
  const ItemPtr none = step(n, "Equal", {most, number(-HUGE_VAL, scores->dtype())});
  return step(n, "Where", {none, number(0, made->dtype()), made});
}

ItemPtr masked(NodeContext& n, const ItemPtr& scores, const ItemPtr& mask) {
  if (mask->dtype() != DType::bool_)
    return step(n, "Add", {scores, cast(n, mask, scores->dtype())});
  return step(n, "Where", {mask, scores, number(-HUGE_VAL, scores->dtype())});
}

void attention(NodeContext& n) {
  const ItemPtr q = need_tensor(n, "query");
  ItemPtr k = need_tensor(n, "key"), v = need_tensor(n, "value");
  const std::int64_t rank = rank_of(q);
  if (rank < 2 || rank_of(k) != rank) NodeContext::refuse("its operands have other ranks");
  if (flag_of(n, "enable_gqa", false)) {
    const std::int64_t heads =
        q->shape()[static_cast<std::size_t>(std::max<std::int64_t>(rank - 3, 0))];
    k = for_groups(n, k, heads);
    v = for_groups(n, v, heads);
  }
  const double length = static_cast<double>(q->shape().back());
  const double scale = real_of(n, "scale", 1 / std::sqrt(length));
  Integers order;
  for (std::int64_t i = 0; i < rank; ++i) order.push_back(i);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  ItemPtr scores =
      step(n, "MatMul", {step(n, "Mul", {q, number(scale, q->dtype())}), transposed(n, k, order)});
  bool may_be_empty = false;
  if (flag_of(n, "is_causal", false)) {
    const Shape shape = scores->shape();
    scores = masked(n, scores, causal_mask(shape[shape.size() - 2], shape.back()));
  }
  const char* name = has(n, "attn_bias") ? "attn_bias" : "attn_mask";
  if (const ItemPtr mask = tensor(n, name)) {
    scores = masked(n, scores, mask);
    may_be_empty = !attends_everywhere(mask);
  }
  const ItemPtr weights = weights_of(n, scores, may_be_empty);
  give(n, step(n, "MatMul", {dropped_out(n, weights, real_of(n, "dropout_p", 0)), v}));
}

// Results after the first are for gradients.
constexpr OpRow rows[] = {
    {"_scaled_dot_product_attention_math", 1, 0, attention},
    {"_scaled_dot_product_efficient_attention", 1, 0, attention},
    {"_scaled_dot_product_flash_attention", 1, 0, attention},
    {"_scaled_dot_product_flash_attention_for_cpu", 1, 0, attention},
    {"scaled_dot_product_attention", 1, 0, attention},
};

}  // namespace

std::span<const OpRow> attention_rows() {
  return rows;
}

}  // namespace ng::pytorch
