// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/frequencies.h"

namespace ng::pytorch {
namespace {

ItemPtr counts_at(NodeContext& n, const ItemPtr& table, const ItemPtr& indices) {
  const DType type = table->dtype();
  const ItemPtr flat = reshaped(n, indices, {-1});
  const ItemPtr none = filled(n, {table->shape().at(0)}, 0, type);
  const ItemPtr ones = filled(n, flat->shape(), 1, type);
  const ItemPtr counts = step(n, "ScatterElements", {none, flat, ones},
                              {attribute("axis", std::int64_t{0}), attribute("reduction", "add")});
  return step(n, "Gather", {counts, indices});
}

}  // namespace

ItemPtr rows_of_table(NodeContext& n, const ItemPtr& table, const ItemPtr& indices) {
  const ItemPtr rows = step(n, "Gather", {table, indices});
  if (!flag_of(n, "scale_grad_by_freq", false)) return rows;
  const ItemPtr counts = unsqueezed(n, counts_at(n, table, indices), {rank_of(indices)});
  const ItemPtr scaled = step(n, "Div", {rows, counts});
  // Minus 0, whose derivative is that of the scaled rows.
  return step(n, "Sub", {stopped(n, rows), step(n, "Sub", {stopped(n, scaled), scaled})});
}

}  // namespace ng::pytorch
