// SPDX-License-Identifier: Apache-2.0
// Ops that PyTorch composes of others: differences, grids, stacks, turned and contracted tensors.

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

std::int64_t length(const ItemPtr& x, std::int64_t dim) {
  return x->shape().at(static_cast<std::size_t>(dim));
}

// What follows less what precedes, along a dimension; of truth values: are they different?
ItemPtr difference(NodeContext& n, const ItemPtr& x, std::int64_t dim) {
  const std::int64_t have = length(x, dim);
  const ItemPtr later = sliced(n, x, dim, 1, have), before = sliced(n, x, dim, 0, have - 1);
  return step(n, x->dtype() == DType::bool_ ? "Xor" : "Sub", {later, before});
}

void diff(NodeContext& n) {
  ItemPtr x = self(n);
  if (rank_of(x) == 0) NodeContext::refuse("its operand has no dimension");
  const std::int64_t dim = dim_of(n, "dim", rank_of(x), -1);
  const std::int64_t times = int_of(n, "n", 1);
  if (times < 0) NodeContext::refuse("its n is negative");
  if (times == 0) return give(n, x);
  for (const auto& [name, first] : {std::pair{"prepend", true}, std::pair{"append", false}}) {
    const ItemPtr more = tensor(n, name);
    if (!more) continue;
    const auto [a, b] = promoted_operands(n, first ? more : x, first ? x : more);
    x = step(n, "Concat", {a, b}, {attribute("axis", dim)});
  }
  for (std::int64_t i = 0; i < times && length(x, dim) > 0; ++i) x = difference(n, x, dim);
  give(n, x);
}

// Each vector along a dimension of its own; "xy" exchanges the first two.
void mesh_grid(NodeContext& n) {
  const std::vector<ItemPtr> all = tensors(n, "tensors");
  const bool exchange = n.choice("indexing", "ij", {"ij", "xy"}) == "xy" && all.size() > 1;
  const auto dim_at = [&](std::size_t i) { return exchange && i < 2 ? 1 - i : i; };
  Integers shape(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) shape[dim_at(i)] = element_count(all[i]->shape());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!n.wants(i)) continue;
    Integers own(all.size(), 1);
    own[dim_at(i)] = shape[dim_at(i)];
    give(n, broadcast(n, reshaped(n, all[i], own), shape), i);
  }
}

ItemPtr joined(NodeContext& n, const std::vector<ItemPtr>& all, std::int64_t dim) {
  return all.size() == 1 ? all[0] : step(n, "Concat", all, {attribute("axis", dim)});
}

// Scalars and, one above another, vectors get the dimensions that they lack in front.
std::vector<ItemPtr> of_rank(NodeContext& n, std::int64_t rank) {
  std::vector<ItemPtr> all = promoted_tensors(n);
  for (ItemPtr& each : all)
    while (rank_of(each) < rank) each = unsqueezed(n, each, {0});
  return all;
}

void stack_beside(NodeContext& n) {
  const std::vector<ItemPtr> all = of_rank(n, 1);
  give(n, joined(n, all, rank_of(all[0]) == 1 ? 0 : 1));
}

void stack_above(NodeContext& n) {
  give(n, joined(n, of_rank(n, 2), 0));
}

void flip_along(NodeContext& n, std::int64_t dim) {
  const ItemPtr x = self(n);
  give(n, flipped(n, x, n.position(dim, rank_of(x))));
}

// By quarter turns from the first dimension towards the second.
void turn(NodeContext& n) {
  ItemPtr x = self(n);
  Integers dims = dims_of(n, "dims", rank_of(x));
  if (dims.empty()) dims = {0, 1};
  NodeContext::need_count("its list of dims", dims.size(), 2);
  const std::int64_t turns = (int_of(n, "k", 1) % 4 + 4) % 4;
  if (turns == 1 || turns == 2) x = flipped(n, x, dims[1]);
  if (turns == 2 || turns == 3) x = flipped(n, x, dims[0]);
  give(n, turns % 2 == 1 ? swapped(n, x, dims[0], dims[1]) : x);
}

// As a matrix: rows or, of the second factor, columns are the dimensions that stay.
struct Factor {
  ItemPtr matrix;
  Integers rest;  // lengths of the dimensions that stay
};

Factor factor_of(NodeContext& n, const ItemPtr& x, const Integers& dims, bool first) {
  Integers order;
  Factor made;
  for (std::int64_t i = 0; i < rank_of(x); ++i) {
    if (std::find(dims.begin(), dims.end(), i) != dims.end()) continue;
    order.push_back(i);
    made.rest.push_back(length(x, i));
  }
  order.insert(first ? order.end() : order.begin(), dims.begin(), dims.end());
  const std::int64_t kept = element_count({made.rest.begin(), made.rest.end()});
  std::int64_t summed = 1;
  for (const std::int64_t dim : dims) summed *= length(x, dim);
  const ItemPtr ordered = order.empty() ? x : transposed(n, x, order);
  made.matrix = reshaped(n, ordered, first ? Integers{kept, summed} : Integers{summed, kept});
  return made;
}

// The sum over pairs of dimensions.
void contract(NodeContext& n) {
  const ItemPtr a = self(n), b = need_tensor(n, "other");
  const Integers first = dims_of(n, "dims_self", rank_of(a));
  const Integers second = dims_of(n, "dims_other", rank_of(b));
  NodeContext::need_count("its dims_other", second.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i)
    if (length(a, first[i]) != length(b, second[i]))
      NodeContext::refuse("its dimensions have different lengths");
  Factor left = factor_of(n, a, first, true);
  const Factor right = factor_of(n, b, second, false);
  left.rest.insert(left.rest.end(), right.rest.begin(), right.rest.end());
  give(n, reshaped(n, step(n, "MatMul", {left.matrix, right.matrix}), left.rest));
}

constexpr OpRow rows[] = {
    {"diff", 1, 0, diff},
    {"fliplr", 1, 0, [](NodeContext& n) { flip_along(n, 1); }},
    {"flipud", 1, 0, [](NodeContext& n) { flip_along(n, 0); }},
    {"hstack", 1, 0, stack_beside},
    {"meshgrid", 1, 0, mesh_grid},
    {"rot90", 1, 0, turn},
    {"tensordot", 1, 0, contract},
    {"vstack", 1, 0, stack_above},
};

}  // namespace

std::span<const OpRow> composed_rows() {
  return rows;
}

}  // namespace ng::pytorch
