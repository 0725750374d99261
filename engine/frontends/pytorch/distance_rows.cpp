// SPDX-License-Identifier: Apache-2.0
// Distances of points, and bags of embeddings.
#include <limits>

#include "engine/frontends/pytorch/frequencies.h"
#include "engine/frontends/pytorch/norms.h"

namespace ng::pytorch {
namespace {

// From each row of x1 (…, P, M) to each of x2 (…, R, M).
void cdist(NodeContext& n) {
  const ItemPtr a = need_tensor(n, "x1"), b = need_tensor(n, "x2");
  if (rank_of(a) < 2 || rank_of(b) < 2) NodeContext::refuse("its operands have no rows");
  const ItemPtr apart =
      step(n, "Sub", {unsqueezed(n, a, {rank_of(a) - 1}), unsqueezed(n, b, {rank_of(b) - 2})});
  give(n, norm_along(n, apart, {-1}, false, real_of(n, "p", 2), ""));
}

// Of all pairs of rows.
void pdist(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "self");
  if (rank_of(x) != 2) NodeContext::refuse("its operand is no matrix");
  const std::int64_t rows = x->shape()[0];
  NodeContext::need_short(rows * (rows - 1) / 2);
  Integers first, second;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = i + 1; j < rows; ++j) {
      first.push_back(i);
      second.push_back(j);
    }
  }
  const ItemPtr apart =
      step(n, "Sub",
           {step(n, "Gather", {x, integers(first)}), step(n, "Gather", {x, integers(second)})});
  give(n, norm_along(n, apart, {-1}, false, real_of(n, "p", 2), ""));
}

// Which places (bags, indices) belong to which bag.
ItemPtr places_of_bags(NodeContext& n, const ItemPtr& indices) {
  ItemPtr begin = cast(n, need_tensor(n, "offsets"), DType::i64);
  const std::int64_t count = element_count(indices->shape());
  const std::int64_t offsets = element_count(begin->shape());
  ItemPtr end = integers({count});
  if (flag_of(n, "include_last_offset", false)) {
    end = sliced(n, begin, 0, 1, offsets);
    begin = sliced(n, begin, 0, 0, offsets - 1);
  } else if (offsets > 1) {
    end = step(n, "Concat", {sliced(n, begin, 0, 1, offsets), end},
               {attribute("axis", std::int64_t{0})});
  }
  const ItemPtr place = step(n, "Range", {integer(0), integer(count), integer(1)});
  const ItemPtr inside = step(n, "And",
                              {step(n, "GreaterOrEqual", {place, unsqueezed(n, begin, {1})}),
                               step(n, "Less", {place, unsqueezed(n, end, {1})})});
  const std::int64_t left_out = int_of(n, "padding_idx", -1);
  if (left_out < 0) return inside;
  const ItemPtr counts =
      step(n, "Not", {step(n, "Equal", {cast(n, indices, DType::i64), integer(left_out)})});
  return step(n, "And", {inside, counts});
}

ItemPtr largest_of_bags(NodeContext& n, const ItemPtr& rows, const ItemPtr& inside) {
  const ItemPtr least = like(rows, -std::numeric_limits<double>::infinity());
  const ItemPtr chosen =
      step(n, "Where", {unsqueezed(n, inside, {2}), unsqueezed(n, rows, {0}), least});
  const ItemPtr most =
      step(n, "ReduceMax", {chosen, integers({1})}, {attribute("keepdims", std::int64_t{0})});
  return step(n, "Where", {step(n, "Equal", {most, least}), like(rows, 0), most});
}

// Sums, means or largest elements of the rows of a table, by bag.
void embedding_bag(NodeContext& n) {
  const ItemPtr weight = need_tensor(n, "weight"), indices = need_tensor(n, "indices");
  if (rank_of(indices) != 1) NodeContext::refuse("its indices are no list");
  const std::int64_t mode = int_of(n, "mode", 0);
  ItemPtr rows = rows_of_table(n, weight, indices);
  if (const ItemPtr factors = tensor(n, "per_sample_weights"))
    rows = step(n, "Mul", {rows, unsqueezed(n, factors, {1})});
  const ItemPtr inside = places_of_bags(n, indices);
  if (mode == 2) return give(n, largest_of_bags(n, rows, inside));
  const ItemPtr shares = cast(n, inside, rows->dtype());
  const ItemPtr sums = step(n, "MatMul", {shares, rows});
  if (mode == 0) return give(n, sums);
  const ItemPtr counts = step(n, "ReduceSum", {shares, integers({1})});
  give(n, step(n, "Div", {sums, step(n, "Max", {counts, like(counts, 1)})}));
}

constexpr OpRow rows[] = {
    {"_cdist_forward", 1, 0, cdist},
    {"_embedding_bag", 1, 0, embedding_bag},
    {"_embedding_bag_forward_only", 1, 0, embedding_bag},
    {"_pdist_forward", 1, 0, pdist},
    {"cdist", 1, 0, cdist},
    {"embedding_bag", 1, 0, embedding_bag},
    {"pdist", 1, 0, pdist},
};

}  // namespace

std::span<const OpRow> distance_rows() {
  return rows;
}

}  // namespace ng::pytorch
