// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/weight_change.h"

#include <algorithm>
#include <cstring>
#include <numeric>

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
WeightChange best_order(const Tensor& before, const Tensor& after) {
  WeightChange best;
  if (before.shape == after.shape) best.elements = element_difference(before, after);
  if (before.shape.size() > highest_rank || before.size() != after.size()) return best;
  const bool reshaped = before.shape != after.shape;
  for (Order order = identity(before.shape.size());
       std::next_permutation(order.begin(), order.end());) {
    if (best.elements && best.elements->differing() == 0) break;
    if (!fits(before.shape, after.shape, order)) continue;
    const Tensor moved = in_order(before, after.shape, order);
    if (!reshaped && moved.bytes != after.bytes) continue;
    const TensorDifference elements = element_difference(moved, after);
    if (best.elements && elements.differing() >= best.elements->differing()) continue;
    best = {elements, order};
  }
  return best;
}

}  // namespace

Tensor in_order(const Tensor& tensor, const Shape& shape, const std::vector<std::size_t>& order) {
  Tensor made(tensor.dtype, shape);
  Shape strides(shape.size(), 1), step(shape.size());
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * tensor.shape[i];
  for (std::size_t i = 0; i < shape.size(); ++i) step[i] = strides[order[i]];
  Shape at(shape.size(), 0);
  const std::size_t size = size_of(tensor.dtype);
  std::int64_t from = 0;
  for (std::int64_t to = 0; to < made.size(); ++to) {
    std::memcpy(made.bytes.data() + static_cast<std::size_t>(to) * size,
                tensor.bytes.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t i = shape.size(); i-- > 0;) {
      from += step[i];
      if (++at[i] < shape[i]) break;
      from -= step[i] * shape[i];
      at[i] = 0;
    }
  }
  return made;
}

std::optional<WeightChange> weight_change(const Tensor& before, const Tensor& after) {
  if (before == after) return std::nullopt;
  if (before.shape.size() != after.shape.size()) return WeightChange();
  return best_order(before, after);
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
