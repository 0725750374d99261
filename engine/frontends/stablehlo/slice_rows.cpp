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
    {"dynamic_slice", 1, 0, dynamic_slice},
    {"dynamic_update_slice", 1, 0, dynamic_update_slice},
    {"slice", 1, 0, slice},
};

}  // namespace

std::span<const OpRow> slice_rows() {
  return rows;
}

}  // namespace ng::stablehlo
