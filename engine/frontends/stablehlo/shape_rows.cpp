// SPDX-License-Identifier: Apache-2.0
// Shapes: repeated, reordered, joined, padded.
#include <algorithm>
#include <numeric>

#include "engine/frontends/stablehlo/op_context.h"

namespace ng::stablehlo {
namespace {

// Each dimension of the operand is the one of the result that `dims` names.
ItemPtr broadcast_to(NodeContext& n, const ItemPtr& x, const Integers& shape) {
  const Integers dims = n.list("broadcast_dimensions");
  const Integers own = shape_of(x);
  NodeContext::need_count("its list of dimensions", dims.size(), own.size());
  Integers order(dims.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [&](std::int64_t i) { return dims[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return place(a) < place(b); });
  Integers absent;
  for (std::int64_t i = 0, k = 0; i < std::ssize(shape); ++i) {
    if (k < std::ssize(order) && place(order[static_cast<std::size_t>(k)]) == i)
      ++k;
    else
      absent.push_back(i);
  }
  if (absent.size() + dims.size() != shape.size())
    NodeContext::refuse("its dimensions do not fit its result");
  const bool sorted = std::is_sorted(order.begin(), order.end());
  const ItemPtr moved = sorted ? x : transposed(n, x, order);
  return expanded(n, unsqueezed(n, moved, absent), shape);
}

void broadcast_in_dim(NodeContext& n) {
  give(n, broadcast_to(n, operand(n, 0), result_shape(n)));
}

void dynamic_broadcast_in_dim(NodeContext& n) {
  give(n, broadcast_to(n, operand(n, 0), n.integers(1, "its shape")));
}

void reshape(NodeContext& n) {
  give(n, reshaped(n, operand(n, 0), result_shape(n)));
}

void dynamic_reshape(NodeContext& n) {
  give(n, reshaped(n, operand(n, 0), n.integers(1, "its shape")));
}

void transpose(NodeContext& n) {
  const Integers order = n.list("permutation");
  inverse_of(order);  // refuses lists that are no permutation
  NodeContext::need_count("its permutation", order.size(), operand(n, 0)->shape().size());
  give(n, order.empty() ? operand(n, 0) : transposed(n, operand(n, 0), order));
}

void reverse(NodeContext& n) {
  give(n, reversed(n, operand(n, 0), n.list("dimensions")));
}

void concatenate(NodeContext& n) {
  std::vector<ItemPtr> parts;
  for (std::size_t i = 0; i < n.count(); ++i) parts.push_back(operand(n, i));
  give(n, step(n, "Concat", parts, {attribute("axis", n.integer("dimension", 0))}));
}

void pad_by(NodeContext& n, const Integers& low, const Integers& high, const Integers& between) {
  ItemPtr x = operand(n, 0);
  const ItemPtr value = operand(n, 1);
  const std::size_t rank = x->shape().size();
  for (const Integers* list : {&low, &high, &between})
    NodeContext::need_count("a list of its padding", list->size(), rank);
  for (std::size_t i = 0; i < rank; ++i) {
    if (between[i] < 0) NodeContext::refuse("its interior padding is negative");
    x = spread(n, x, static_cast<std::int64_t>(i), between[i] + 1, value);
  }
  Integers pads = low;
  pads.insert(pads.end(), high.begin(), high.end());
  give(n, padded(n, x, pads, value));
}

void pad(NodeContext& n) {
  pad_by(n, n.list("edge_padding_low"), n.list("edge_padding_high"), n.list("interior_padding"));
}

void dynamic_pad(NodeContext& n) {
  pad_by(n, n.integers(2, "its low padding"), n.integers(3, "its high padding"),
         n.integers(4, "its interior padding"));
}

void dimension_size(NodeContext& n) {
  const Integers shape = shape_of(operand(n, 0));
  const std::int64_t length = shape.at(static_cast<std::size_t>(n.integer("dimension", 0)));
  give(n, cast(n, integer(length), result_type(n)));
}

constexpr OpRow rows[] = {
    {"broadcast_in_dim", 1, 0, broadcast_in_dim},
    {"concatenate", 1, 0, concatenate},
    {"dynamic_broadcast_in_dim", 1, 0, dynamic_broadcast_in_dim},
    {"dynamic_pad", 1, 0, dynamic_pad},
    {"dynamic_reshape", 1, 0, dynamic_reshape},
    {"get_dimension_size", 1, 0, dimension_size},
    {"pad", 1, 0, pad},
    {"reshape", 1, 0, reshape},
    {"reverse", 1, 0, reverse},
    {"transpose", 1, 0, transpose},
};

}  // namespace

std::span<const OpRow> shape_rows() {
  return rows;
}

}  // namespace ng::stablehlo
