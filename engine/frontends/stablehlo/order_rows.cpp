// SPDX-License-Identifier: Apache-2.0
// Sorted elements.
#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

// The elements of all operands in the order of those of one.
void sort(NodeContext& n) {
  if (!n.given("compared"))
    NodeContext::refuse("its comparator does not order the elements of one operand");
  const auto by = static_cast<std::size_t>(n.integer("compared", 0));
  const ItemPtr key = operand(n, by);
  const std::int64_t dim = n.position(n.integer("dimension", -1), rank_of(key));
  const std::int64_t length = shape_of(key).at(static_cast<std::size_t>(dim));
  if (length < 2) {
    for (std::size_t i = 0; i < n.count(); ++i) give(n, operand(n, i), i);
    return;
  }
  const bool truth = key->dtype() == DType::bool_;
  const std::vector<ItemPtr> sorted = steps(
      n, "TopK", {truth ? cast(n, key, DType::i32) : key, integers({length})},
      {attribute("axis", dim), attribute("largest", std::int64_t{!n.integer("ascending", 1)})}, 2);
  for (std::size_t i = 0; i < n.count(); ++i) {
    if (!n.wants(i)) continue;
    const bool own = i == by && !truth;
    give(n,
         own ? sorted[0]
             : step(n, "GatherElements", {operand(n, i), sorted[1]}, {attribute("axis", dim)}),
         i);
  }
}

void top_k(NodeContext& n) {
  const std::vector<ItemPtr> made = steps(
      n, "TopK", {operand(n, 0), integers({n.integer("k", 1)})},
      {attribute("axis", std::int64_t{-1}), attribute("largest", n.integer("largest", 1))}, 2);
  give(n, made[0]);
  give(n, cast(n, made[1], DType::i32), 1);
}

constexpr OpRow rows[] = {
    {"chlo.top_k", 1, 0, top_k},
    {"sort", 1, 0, sort},
};

}  // namespace

std::span<const OpRow> order_rows() {
  return rows;
}

}  // namespace ng::stablehlo
