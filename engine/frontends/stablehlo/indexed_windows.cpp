// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/indexed_windows.h"

#include <algorithm>

namespace ng::stablehlo {
namespace {

std::size_t index(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

// The indices with their components last, int64.
ItemPtr components_last(NodeContext& n, const ItemPtr& indices, std::int64_t index_dim) {
  const std::int64_t rank = rank_of(indices);
  const ItemPtr x = cast(n, indices, DType::i64);
  if (index_dim < 0 || index_dim > rank)
    NodeContext::refuse("its index_vector_dim is out of range");
  if (index_dim == rank) return unsqueezed(n, x, {rank});
  Integers order = others({index_dim}, rank);
  order.push_back(index_dim);
  return transposed(n, x, order);
}

// One component for all windows: `values` along a dimension of the batch, or 0.
ItemPtr component(NodeContext& n, const Integers& batch, std::optional<std::int64_t> along) {
  Integers shape = batch;
  shape.push_back(1);
  if (!along) return expanded(n, integer(0), shape);
  Integers own(shape.size(), 1);
  own.at(index(*along)) = batch.at(index(*along));
  return expanded(n, reshaped(n, positions(own[index(*along)]), own), shape);
}

// The places of the elements of a window, in row-major order.
ItemPtr window_offsets(const Integers& sizes, std::int64_t count) {
  const auto components = std::ssize(sizes);
  tensorflow::need_moderate({count, components});
  ng::Tensor made(DType::i64, {count, components});
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t rest = i;
    for (std::int64_t k = components; k-- > 0; rest /= sizes[index(k)])
      made.as<std::int64_t>()[i * components + k] = rest % sizes[index(k)];
  }
  return constant_of(std::move(made));
}

}  // namespace

bool contains(const Integers& list, std::int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

Integers others(const Integers& dims, std::int64_t rank) {
  Integers made;
  for (std::int64_t i = 0; i < rank; ++i)
    if (!contains(dims, i)) made.push_back(i);
  return made;
}

Integers indexed_first(const IndexedWindows& windows) {
  Integers order = windows.indexed;
  order.insert(order.end(), windows.rest.begin(), windows.rest.end());
  return order;
}

IndexedWindows indexed_windows(NodeContext& n, const ItemPtr& operand, const ItemPtr& indices,
                               const WindowNumbers& numbers) {
  const Integers shape = shape_of(operand);
  NodeContext::need_count("its list of window sizes", numbers.sizes.size(), shape.size());
  NodeContext::need_count("its batching dimensions", numbers.indices_batch.size(),
                          numbers.operand_batch.size());
  const ItemPtr given = components_last(n, indices, numbers.index_dim);
  IndexedWindows made{numbers.index_map, {}, shape_of(given), {}, 1, given, {}, {}};
  NodeContext::need_count("its list of indexed dimensions", numbers.index_map.size(),
                          index(made.batch.back()));
  made.batch.pop_back();
  std::vector<ItemPtr> parts;
  if (!numbers.index_map.empty()) parts.push_back(given);
  for (std::size_t i = 0; i < numbers.operand_batch.size(); ++i) {
    std::int64_t along = numbers.indices_batch[i];
    if (along > numbers.index_dim) --along;
    made.indexed.push_back(numbers.operand_batch[i]);
    parts.push_back(component(n, made.batch, along));
  }
  for (std::int64_t i = 0; i < std::ssize(shape); ++i) {
    const std::int64_t size = numbers.sizes[index(i)];
    if (size < 0 || size > shape[index(i)]) NodeContext::refuse("its window exceeds its operand");
    if (contains(made.indexed, i)) continue;
    if (size == shape[index(i)]) {
      made.rest.push_back(i);
    } else {
      made.indexed.push_back(i);
      parts.push_back(component(n, made.batch, {}));
    }
  }
  if (made.indexed.empty()) {  // windows are the whole operand
    if (shape.empty()) NodeContext::refuse("its operand has no dimension");
    made.indexed.push_back(made.rest.front());
    made.rest.erase(made.rest.begin());
    parts.push_back(component(n, made.batch, {}));
  }
  made.starts = parts.size() == 1 ? parts[0]
                                  : step(n, "Concat", parts, {attribute("axis", std::int64_t{-1})});
  Integers sizes;
  for (const std::int64_t dim : made.indexed) {
    const std::int64_t size = numbers.sizes.at(index(dim));
    sizes.push_back(size);
    made.limits.push_back(shape.at(index(dim)) - size);
    if (size != 1) made.windows.push_back(dim);
  }
  made.count = element_count(Shape(sizes.begin(), sizes.end()));
  if (made.count != 1) made.offsets = window_offsets(sizes, made.count);
  return made;
}

ItemPtr element_indices(NodeContext& n, const IndexedWindows& windows, const ItemPtr& starts) {
  if (!windows.offsets) return starts;
  const auto at = std::ssize(windows.batch);
  return step(n, "Add", {unsqueezed(n, starts, {at}), windows.offsets});
}

}  // namespace ng::stablehlo
