// SPDX-License-Identifier: Apache-2.0
// Parts of tensors, at places that are known or computed.
#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

void slice(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  const std::size_t rank = x->shape().size();
  const Integers first = list_of(n, "start_indices", rank, 0),
                 last = list_of(n, "limit_indices", rank, 0),
                 stride = list_of(n, "strides", rank, 1);
  Integers axes;
  for (std::size_t i = 0; i < rank; ++i) {
    if (first[i] < 0 || last[i] < first[i] || stride[i] < 1)
      NodeContext::refuse("its range is not within its operand");
    axes.push_back(static_cast<std::int64_t>(i));
  }
  if (rank == 0) return give(n, x);
  give(n, step(n, "Slice", {x, integers(first), integers(last), integers(axes), integers(stride)}));
}

// The first position of a part of `size` elements, moved into the dimension.
ItemPtr inside(NodeContext& n, const ItemPtr& start, std::int64_t size, std::int64_t length) {
  if (size < 0 || size > length) NodeContext::refuse("its part is longer than its operand");
  const ItemPtr at = reshaped(n, cast(n, start, DType::i64), {});
  return step(n, "Min", {step(n, "Max", {at, integer(0)}), integer(length - size)});
}

void dynamic_slice(NodeContext& n) {
  ItemPtr x = operand(n, 0);
  const Integers shape = shape_of(x);
  const Integers sizes = list_of(n, "slice_sizes", shape.size(), 0);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (sizes[i] == shape[i]) continue;
    const ItemPtr start = inside(n, operand(n, i + 1), sizes[i], shape[i]);
    const ItemPtr places = step(n, "Add", {start, positions(sizes[i])});
    const auto dim = static_cast<std::int64_t>(i);
    x = step(n, "Gather", {x, places}, {attribute("axis", dim)});
  }
  give(n, x);
}

// Operands: x, then for each dimension a start, for each a limit, for each a stride.
void computed_slice(NodeContext& n) {
  ItemPtr x = operand(n, 0);
  const Integers shape = shape_of(x), sizes = list_of(n, "result_shape", shape.size(), -1);
  const std::size_t rank = shape.size();
  NodeContext::need_count("its list of operands", n.count(), 1 + 3 * rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const auto dim = static_cast<std::int64_t>(i);
    const ItemPtr first = operand(n, 1 + i);
    const bool known = n.known(1 + i) && n.known(1 + rank + i) && n.known(1 + 2 * rank + i);
    if (known) {
      const auto value = [&](std::size_t k) { return n.integers(1 + k * rank + i, "").at(0); };
      x = sliced(n, x, dim, value(0), value(1), value(2));
    } else if (sizes[i] >= 0) {
      if (n.integers(1 + 2 * rank + i, "its stride").at(0) != 1)
        NodeContext::refuse("its stride is not 1");
      const ItemPtr start = inside(n, first, sizes[i], shape[i]);
      x = step(n, "Gather", {x, step(n, "Add", {start, positions(sizes[i])})},
               {attribute("axis", dim)});
    } else {
      NodeContext::refuse("the length of its result is computed when it runs");
    }
  }
  give(n, x);
}

// An element of a vector.
void component(NodeContext& n) {
  const std::int64_t at = n.integer("component", 0);
  give(n, sliced(n, operand(n, 0), 0, at, at + 1));
}

// Each element of the result is the one of the update at its place in it, or of the operand.
void dynamic_update_slice(NodeContext& n) {
  const ItemPtr x = operand(n, 0);
  ItemPtr update = operand(n, 1), covered;
  const Integers shape = shape_of(x), sizes = shape_of(update);
  NodeContext::need_count("the shape of its update", sizes.size(), shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (sizes[i] == shape[i]) continue;
    const ItemPtr start = inside(n, operand(n, i + 2), sizes[i], shape[i]);
    if (sizes[i] == 0) return give(n, x);
    const ItemPtr place = step(n, "Sub", {positions(shape[i]), start});
    const ItemPtr within = step(n, "And",
                                {step(n, "GreaterOrEqual", {place, integer(0)}),
                                 step(n, "Less", {place, integer(sizes[i])})});
    Integers own(shape.size(), 1);
    own[i] = shape[i];
    const ItemPtr mask = reshaped(n, within, own);
    covered = covered ? step(n, "And", {covered, mask}) : mask;
    const ItemPtr source =
        step(n, "Min", {step(n, "Max", {place, integer(0)}), integer(sizes[i] - 1)});
    update = step(n, "Gather", {update, source}, {attribute("axis", static_cast<std::int64_t>(i))});
  }
  give(n, covered ? step(n, "Where", {covered, update, x}) : update);
}

constexpr OpRow rows[] = {
    {"component", 1, 0, component},
    {"dynamic_slice", 1, 0, dynamic_slice},
    {"dynamic_update_slice", 1, 0, dynamic_update_slice},
    {"real_dynamic_slice", 1, 0, computed_slice},
    {"slice", 1, 0, slice},
};

}  // namespace

std::span<const OpRow> slice_rows() {
  return rows;
}

}  // namespace ng::stablehlo
