// SPDX-License-Identifier: Apache-2.0
// Gather and scatter, with their general numbers of dimensions.
#include <algorithm>
#include <limits>

#include "engine/frontends/stablehlo/indexed_windows.h"

namespace ng::stablehlo {
namespace {

Integers joined(Integers a, const Integers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Integers lengths_of(const Integers& dims, const Integers& sizes) {
  Integers made;
  for (const std::int64_t dim : dims) made.push_back(sizes.at(static_cast<std::size_t>(dim)));
  return made;
}

// Where each of `wanted` is in `have`.
Integers places_in(const Integers& have, const Integers& wanted) {
  Integers made;
  for (const std::int64_t dim : wanted)
    made.push_back(std::find(have.begin(), have.end(), dim) - have.begin());
  return made;
}

// Elements of `x`, whose indexed dimensions are first, at indices whose last dimension is one of
// components.
ItemPtr taken(NodeContext& n, const ItemPtr& x, const ItemPtr& indices) {
  const Integers shape = shape_of(indices);
  if (shape.back() != 1) return step(n, "GatherND", {x, indices});
  return step(n, "Gather", {x, squeezed(n, indices, {std::ssize(shape) - 1})},
              {attribute("axis", std::int64_t{0})});
}

ItemPtr clamped(NodeContext& n, const ItemPtr& starts, const Integers& limits) {
  return step(n, "Min", {step(n, "Max", {starts, integer(0)}), integers(limits)});
}

// From (batch …, count, rest …) to the result: windows in the order of the operand's dimensions,
// at the dimensions `offset_dims` of the result.
ItemPtr arranged(NodeContext& n, const ItemPtr& made, const IndexedWindows& windows,
                 const WindowNumbers& numbers) {
  const Integers held = joined(windows.windows, windows.rest);
  const ItemPtr open = reshaped(n, made, joined(windows.batch, lengths_of(held, numbers.sizes)));
  const auto rank = std::ssize(numbers.sizes);
  const Integers kept = others(joined(numbers.collapsed, numbers.operand_batch), rank);
  Integers sorted = held;
  std::sort(sorted.begin(), sorted.end());
  const auto batch = std::ssize(windows.batch);
  Integers order = others({}, batch);
  for (const std::int64_t place : places_in(held, sorted)) order.push_back(batch + place);
  ItemPtr x = transposed(n, open, order);
  x = reshaped(n, x, joined(windows.batch, lengths_of(kept, numbers.sizes)));
  const Integers offset_dims = n.list("offset_dims");
  NodeContext::need_count("its offset_dims", offset_dims.size(), kept.size());
  const Integers batch_dims = others(offset_dims, batch + std::ssize(kept));
  return transposed(n, x, inverse_of(joined(batch_dims, offset_dims)));
}

void gather(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  const WindowNumbers numbers{n.list("collapsed_slice_dims"),
                              n.list("operand_batching_dims"),
                              n.list("start_indices_batching_dims"),
                              n.list("start_index_map"),
                              n.integer("index_vector_dim", 0),
                              n.has(2) ? n.integers(2, "its slice sizes") : n.list("slice_sizes")};
  if (x->shape().empty()) return give(n, x);
  const IndexedWindows windows = indexed_windows(n, x, operand(n, 1), numbers);
  const ItemPtr starts = clamped(n, windows.starts, windows.limits);
  const ItemPtr made =
      taken(n, transposed(n, x, indexed_first(windows)), element_indices(n, windows, starts));
  give(n, arranged(n, made, windows, numbers));
}

struct Combined {
  std::string_view function;
  const char* reduction;
};
constexpr Combined combined[] = {{"add", "add"},     {"maximum", "max"},
                                 {"minimum", "min"}, {"multiply", "mul"},
                                 {"second", "none"}, {"subtract", "add"}};  // of the negatives

const char* reduction_of(const NodeContext& n) {
  for (const Combined& row : combined)
    if (row.function == n.text("function", "")) return row.reduction;
  NodeContext::refuse(
      "its function is not a sum, difference, product, maximum, minimum or replacement");
}

// The size of windows along each dimension of the operand.
Integers window_sizes(const NodeContext& n, const Integers& updates, std::int64_t rank) {
  const Integers window_dims = n.list("update_window_dims");
  const Integers held =
      others(joined(n.list("inserted_window_dims"), n.list("input_batching_dims")), rank);
  NodeContext::need_count("its update_window_dims", window_dims.size(), held.size());
  Integers sizes(static_cast<std::size_t>(rank), 1);
  for (std::size_t i = 0; i < held.size(); ++i)
    sizes[static_cast<std::size_t>(held[i])] = updates.at(static_cast<std::size_t>(window_dims[i]));
  return sizes;
}

// The updates as (batch …, count, rest …), or without the count if that is 1.
ItemPtr as_updates(NodeContext& n, const ItemPtr& updates, const IndexedWindows& windows,
                   const WindowNumbers& numbers, std::int64_t rank) {
  const Integers window_dims = n.list("update_window_dims");
  const Integers held = others(joined(numbers.collapsed, numbers.operand_batch), rank);
  Integers order = others(window_dims, rank_of(updates));
  const auto add = [&](const Integers& dims) {
    for (const std::int64_t dim : dims) {
      const std::int64_t place = places_in(held, {dim})[0];
      if (place < std::ssize(window_dims))
        order.push_back(window_dims[static_cast<std::size_t>(place)]);
    }
  };
  add(windows.indexed);
  add(windows.rest);
  Integers shape = windows.batch;
  if (windows.offsets) shape.push_back(windows.count);
  return reshaped(n, transposed(n, updates, order),
                  joined(shape, lengths_of(windows.rest, shape_of(operand(n, 0)))));
}

// Whether a window is within the operand: (batch …, 1 …), to repeat along the dimensions of
// updates. Null: all are.
ItemPtr within(NodeContext& n, const IndexedWindows& windows, std::size_t rank) {
  if (const auto& known = windows.starts->known) {
    const auto components = static_cast<std::int64_t>(windows.limits.size());
    bool all = true;
    for (std::int64_t i = 0; i < known->size(); ++i) {
      const std::int64_t limit = windows.limits[static_cast<std::size_t>(i % components)];
      all = all && known->at(i) >= 0 && known->at(i) <= static_cast<double>(limit);
    }
    if (all) return nullptr;
  }
  const ItemPtr each = step(n, "And",
                            {step(n, "GreaterOrEqual", {windows.starts, integer(0)}),
                             step(n, "LessOrEqual", {windows.starts, integers(windows.limits)})});
  const ItemPtr all =
      step(n, "ReduceMin", {cast(n, each, DType::i32), integers({std::ssize(windows.batch)})},
           {attribute("keepdims", std::int64_t{0})});
  Integers shape = windows.batch;
  shape.resize(rank, 1);
  return reshaped(n, cast(n, all, DType::bool_), shape);
}

// The value that changes nothing.
double neutral_of(std::string_view reduction, DType type) {
  if (reduction == "add") return 0;
  if (reduction == "mul") return 1;
  const double sign = reduction == "max" ? -1 : 1;
  if (type == DType::bool_) return reduction == "min" ? 1 : 0;
  return sign * std::numeric_limits<double>::infinity();  // of integers, the extreme of the type
}

// Updates outside of the operand are left out: they go to a row behind it.
ItemPtr replaced(NodeContext& n, const ItemPtr& x, const ItemPtr& inside, const ItemPtr& indices,
                 const ItemPtr& updates) {
  const Integers shape = shape_of(x);
  Integers pads(2 * shape.size(), 0);
  pads[shape.size()] = 1;
  const ItemPtr first = sliced(n, indices, -1, 0, 1);
  const ItemPtr behind = step(n, "Where", {inside, first, integer(shape[0])});
  ItemPtr moved = behind;
  if (const std::int64_t components = shape_of(indices).back(); components > 1)
    moved = step(n, "Concat", {behind, sliced(n, indices, -1, 1, components)},
                 {attribute("axis", std::int64_t{-1})});
  const ItemPtr made = step(n, "ScatterND", {padded(n, x, pads, like(x, 0)), moved, updates});
  return sliced(n, made, 0, 0, shape[0]);
}

void scatter(NodeContext& n) {
  if (n.count() != 3) NodeContext::refuse("it scatters into several operands");
  const ItemPtr x = operand(n, 0);
  ItemPtr given = operand(n, 2);
  if (n.text("function", "") == "subtract") given = step(n, "Sub", {like(given, 0), given});
  const std::int64_t rank = rank_of(x);
  const WindowNumbers numbers{
      n.list("inserted_window_dims"),          n.list("input_batching_dims"),
      n.list("scatter_indices_batching_dims"), n.list("scatter_dims_to_operand_dims"),
      n.integer("index_vector_dim", 0),        window_sizes(n, shape_of(given), rank)};
  const char* reduction = reduction_of(n);
  const IndexedWindows windows = indexed_windows(n, x, operand(n, 1), numbers);
  ItemPtr updates = as_updates(n, given, windows, numbers, rank);
  const Integers order = indexed_first(windows);
  const ItemPtr whole = transposed(n, x, order);
  const ItemPtr starts = clamped(n, windows.starts, windows.limits);
  const ItemPtr indices = element_indices(n, windows, starts);
  const bool replaces = reduction == std::string_view("none");
  const ItemPtr inside =
      within(n, windows, replaces ? shape_of(indices).size() : shape_of(updates).size());
  ItemPtr made;
  if (inside && replaces) {
    made = replaced(n, whole, inside, indices, updates);
  } else {
    if (inside)
      updates =
          step(n, "Where", {inside, updates, like(updates, neutral_of(reduction, x->dtype()))});
    made = step(n, "ScatterND", {whole, indices, updates}, {attribute("reduction", reduction)});
  }
  give(n, transposed(n, made, inverse_of(order)));
}

constexpr OpRow rows[] = {
    {"dynamic_gather", 1, 0, gather},
    {"gather", 1, 0, gather},
    {"scatter", 1, 0, scatter},
};

}  // namespace

std::span<const OpRow> index_rows() {
  return rows;
}

}  // namespace ng::stablehlo
