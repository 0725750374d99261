// SPDX-License-Identifier: Apache-2.0
// Sorted elements.
#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

ItemPtr taken(NodeContext& n, const ItemPtr& x, const ItemPtr& places, std::int64_t dim) {
  return step(n, "GatherElements", {x, places}, {attribute("axis", dim)});
}

// Values and places of the stable order along a dimension.
std::vector<ItemPtr> sorted(NodeContext& n, const ItemPtr& x, std::int64_t dim, bool ascending) {
  const std::int64_t length = shape_of(x).at(static_cast<std::size_t>(dim));
  const ItemPtr key = x->dtype() == DType::bool_ ? cast(n, x, DType::i32) : x;
  return steps(n, "TopK", {key, integers({length})},
               {attribute("axis", dim), attribute("largest", std::int64_t{!ascending})}, 2);
}

// The elements of all operands in the order of those of one, or of several if elements are equal:
// the last of these is sorted first.
void sort(NodeContext& n) {
  const Integers compared = n.list("compared"), ascending = n.list("ascending");
  if (compared.empty())
    NodeContext::refuse("its comparator does not order the elements of its operands");
  const std::int64_t dim = n.position(n.integer("dimension", -1), rank_of(operand(n, 0)));
  if (shape_of(operand(n, 0)).at(static_cast<std::size_t>(dim)) < 2) {
    for (std::size_t i = 0; i < n.count(); ++i) give(n, operand(n, i), i);
    return;
  }
  ItemPtr places, values;
  for (std::size_t k = compared.size(); k-- > 0;) {
    const ItemPtr key = operand(n, static_cast<std::size_t>(compared[k]));
    const std::vector<ItemPtr> made =
        sorted(n, places ? taken(n, key, places, dim) : key, dim, ascending.at(k) != 0);
    places = places ? taken(n, places, made[1], dim) : made[1];
    values = made[0];
  }
  for (std::size_t i = 0; i < n.count(); ++i) {
    if (!n.wants(i)) continue;
    const bool own = static_cast<std::int64_t>(i) == compared[0];
    const bool same = own && values->dtype() == operand(n, i)->dtype();
    give(n, same ? values : taken(n, operand(n, i), places, dim), i);
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
