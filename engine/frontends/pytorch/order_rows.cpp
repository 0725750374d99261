// SPDX-License-Identifier: Apache-2.0
// Sorting and the largest elements.
#include <cmath>

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

std::vector<ItemPtr> top(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t k,
                         bool largest, std::size_t results) {
  return steps(n, "TopK", {x, integers({k})},
               {attribute("axis", dim), attribute("largest", std::int64_t{largest})}, results);
}

void top_k(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), -1);
  const auto made = top(n, x, dim, int_of(n, "k", 1), flag_of(n, "largest", true), 2);
  give(n, made[0]);
  give(n, made[1], 1);
}

// Values and positions, or positions only.
void sort_along(NodeContext& n, bool values) {
  const ItemPtr x = need_tensor(n, "self");
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), -1);
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  const auto made = top(n, x, dim, have, flag_of(n, "descending", false), 2);
  if (values) give(n, made[0]);
  give(n, made[1], values ? 1 : 0);
}

void sort_rows(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  give(n, rank_of(x) == 0 ? x : top(n, x, 0, x->shape()[0], false, 2)[0]);
}

// The element of a rank in ascending order along a dimension, and its position.
void give_ranked(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t rank) {
  const bool keep = flag_of(n, "keepdim", false);
  const auto made = top(n, x, dim, rank, false, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const ItemPtr last = sliced(n, made[i], dim, rank - 1, rank);
    if (n.wants(i)) give(n, keep ? last : squeezed(n, last, {dim}), i);
  }
}

void kth_value(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  if (rank_of(x) == 0) NodeContext::refuse("its operand has no dimension");
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), -1);
  const std::int64_t have = x->shape()[static_cast<std::size_t>(dim)];
  const std::int64_t rank = int_of(n, "k", 1);
  if (rank < 1 || rank > have) NodeContext::refuse("its k is outside of the dimension");
  give_ranked(n, x, dim, rank);
}

// The lower of two in the middle. NaN is the median wherever there is one.
void median(NodeContext& n, const ItemPtr& x, std::int64_t dim) {
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  if (have == 0) NodeContext::refuse("its dimension has no elements");
  give_ranked(n, x, dim, (have + 1) / 2);
  if (!is_float(x->dtype())) return;
  const bool keep = flag_of(n, "keepdim", false);
  const ItemPtr odd = cast(n, step(n, "IsNaN", {x}), DType::i32);
  const Attributes kept{attribute("keepdims", std::int64_t{keep})};
  const ItemPtr any = cast(n, step(n, "ReduceMax", {odd, integers({dim})}, kept), DType::bool_);
  give(n, step(n, "Where", {any, like(x, NAN), n.results[0]}));
  if (!n.wants(1)) return;
  const ItemPtr place = step(n, "ArgMax", {odd}, {attribute("axis", dim), kept[0]});
  give(n, step(n, "Where", {any, place, n.results[1]}), 1);
}

void median_along(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  if (rank_of(x) == 0) NodeContext::refuse("its operand has no dimension");
  median(n, x, dim_of(n, "dim", rank_of(x), -1));
}

void median_of_all(NodeContext& n) {
  median(n, reshaped(n, need_tensor(n, "self"), {-1}), 0);
}

constexpr OpRow rows[] = {
    {"argsort", 1, 0, [](NodeContext& n) { sort_along(n, false); }},
    {"kthvalue", 1, 0, kth_value},
    {"median.default", 1, 0, median_of_all},
    {"median.dim", 1, 0, median_along},
    {"msort", 1, 0, sort_rows},
    {"sort", 1, 0, [](NodeContext& n) { sort_along(n, true); }},
    {"topk", 1, 0, top_k},
};

}  // namespace

std::span<const OpRow> order_rows() {
  return rows;
}

}  // namespace ng::pytorch
