// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/weight_change.h"

#include <algorithm>
#include <numeric>

#include "engine/base/transposed.h"

namespace ng {
namespace {

constexpr std::size_t highest_rank = 5;  // of tensors whose axes are tried in all orders

using Order = std::vector<std::size_t>;

Order identity(std::size_t rank) {
  Order order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

bool fits(const Shape& from, const Shape& to, const Order& order) {
  for (std::size_t i = 0; i < order.size(); ++i)
    if (from[order[i]] != to[i]) return false;
  return true;
}

// The order that leaves the fewest elements different.
WeightChange best_order(const Tensor& before, const Tensor& after, int parts) {
  WeightChange best;
  if (before.shape == after.shape) best.elements = element_difference(before, after, parts);
  if (before.shape.size() > highest_rank || before.size() != after.size()) return best;
  const bool reshaped = before.shape != after.shape;
  for (Order order = identity(before.shape.size());
       std::next_permutation(order.begin(), order.end());) {
    if (best.elements && best.elements->differing() == 0) break;
    if (parts > 1 && order.back() + 1 != order.size()) continue;
    if (!fits(before.shape, after.shape, order)) continue;
    const Tensor moved = transposed(before, order);
    if (!reshaped && moved.bytes != after.bytes) continue;
    const TensorDifference elements = element_difference(moved, after, parts);
    if (best.elements && elements.differing() >= best.elements->differing()) continue;
    best = {elements, order};
  }
  return best;
}

}  // namespace

std::optional<WeightChange> weight_change(const Tensor& before, const Tensor& after, int parts) {
  if (before == after) return std::nullopt;
  if (before.shape.size() != after.shape.size()) return WeightChange();
  return best_order(before, after, parts);
}

std::string to_string(const WeightChange& change) {
  std::string text;
  for (const std::size_t axis : change.order)
    text += (text.empty() ? "transposed (" : ", ") + std::to_string(axis);
  if (!text.empty()) text += "), ";
  if (!change.elements) return text;
  if (change.elements->differing() == 0) return text + "equal elements";
  return text + std::to_string(change.elements->differing()) + " of " +
         std::to_string(change.elements->elements) + " elements differ";
}

}  // namespace ng
