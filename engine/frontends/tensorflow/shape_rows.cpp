// SPDX-License-Identifier: Apache-2.0
// Ops that change shapes and leave elements as they are.
#include <algorithm>
#include <numeric>

#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

using Integers = std::vector<std::int64_t>;

void reshape(NodeContext& n) {
  give(n, step(n, "Reshape", {n.shared(0), integers(n.integers(1, "its shape"))},
               {attribute("allowzero", std::int64_t{1})}));
}

void transpose(NodeContext& n) {
  give(n, transposed(n, n.shared(0), n.integers(1, "its order")));
}

void expand_dims(NodeContext& n) {
  const std::int64_t axis = n.position(n.integers(1, "its axis").at(0), n.rank() + 1);
  give(n, unsqueezed(n, n.shared(0), {axis}));
}

void squeeze(NodeContext& n) {
  Integers axes = n.list("squeeze_dims");
  if (axes.empty()) axes = n.list("axis");
  const Shape shape = n.shape();
  for (std::size_t i = 0; axes.empty() && i < shape.size(); ++i) {
    if (shape[i] == 1) axes.push_back(static_cast<std::int64_t>(i));
    if (i + 1 == shape.size() && axes.empty()) return give(n, n.shared(0));
  }
  give(n, squeezed(n, n.shared(0), axes));
}

void concat(NodeContext& n, bool axis_first) {
  if (n.count() < 2) NodeContext::refuse("it has no inputs to join");
  const std::size_t at = axis_first ? 0 : n.count() - 1;
  std::vector<ItemPtr> parts;
  for (std::size_t i = 0; i < n.count(); ++i) {
    if (i != at) parts.push_back(n.shared(i));
  }
  const auto axis = n.position(n.integers(at, "its axis").at(0), rank_of(parts[0]));
  give(n, parts.size() == 1 ? parts[0] : step(n, "Concat", parts, {attribute("axis", axis)}));
}

void pack(NodeContext& n) {
  if (n.count() == 0) NodeContext::refuse("it has no inputs to join");
  const std::int64_t axis = n.position(n.integer("axis", 0), n.rank() + 1);
  std::vector<ItemPtr> parts;
  for (std::size_t i = 0; i < n.count(); ++i) {
    parts.push_back(unsqueezed(n, n.shared(i), {axis}));
  }
  give(n, parts.size() == 1 ? parts[0] : step(n, "Concat", parts, {attribute("axis", axis)}));
}

void unpack(NodeContext& n) {
  const std::int64_t axis = n.position(n.integer("axis", 0), n.rank());
  const auto count = static_cast<std::size_t>(n.shape()[static_cast<std::size_t>(axis)]);
  if (count < n.node.outputs.size()) NodeContext::refuse("it has more results than elements");
  for (std::size_t i = 0; i < n.node.outputs.size(); ++i) {
    if (!n.wants(i)) continue;
    give(n,
         step(n, "Gather", {n.shared(0), integer(static_cast<std::int64_t>(i))},
              {attribute("axis", axis)}),
         i);
  }
}

void split_at(NodeContext& n, const ItemPtr& x, std::int64_t axis, const Integers& lengths) {
  if (lengths.size() < n.node.outputs.size()) NodeContext::refuse("it has too many results");
  const auto parts =
      steps(n, "Split", {x, integers(lengths)}, {attribute("axis", axis)}, lengths.size());
  for (std::size_t i = 0; i < n.node.outputs.size(); ++i) give(n, parts[i], i);
}

void split(NodeContext& n) {
  const std::int64_t axis = n.position(n.integers(0, "its axis").at(0), n.rank(1));
  const std::int64_t length = n.shape(1)[static_cast<std::size_t>(axis)];
  const std::int64_t count = n.integer("num_split", 1);
  if (count < 1 || count > 4096 || length % count != 0) {
    NodeContext::refuse("it splits the length " + std::to_string(length) + " into " +
                        std::to_string(count) + " parts");
  }
  split_at(n, n.shared(1), axis, Integers(static_cast<std::size_t>(count), length / count));
}

// One length may be -1: the rest.
void split_v(NodeContext& n) {
  const std::int64_t axis = n.position(n.integers(2, "its axis").at(0), n.rank());
  Integers lengths = n.integers(1, "its lengths");
  std::int64_t rest = n.shape()[static_cast<std::size_t>(axis)];
  for (const std::int64_t length : lengths) {
    if (length < -1) NodeContext::refuse("a part has the length " + std::to_string(length));
    rest -= std::max<std::int64_t>(length, 0);
  }
  for (std::int64_t& length : lengths) {
    if (length == -1) length = rest;
  }
  split_at(n, n.shared(0), axis, lengths);
}

void tile(NodeContext& n) {
  give(n, step(n, "Tile", {n.shared(0), n.shared(1)}));
}

void broadcast_to(NodeContext& n) {
  give(n, step(n, "Expand", {n.shared(0), integers(n.integers(1, "its shape"))}));
}

// Before and after each dimension, as rows of a matrix.
Integers pads_of(const NodeContext& n) {
  const Integers rows = n.integers(1, "its paddings");
  NodeContext::need_count("its list of paddings", rows.size(), 2 * n.shape().size());
  Integers pads;
  for (std::size_t i = 0; i < rows.size(); i += 2) pads.push_back(rows[i]);
  for (std::size_t i = 1; i < rows.size(); i += 2) pads.push_back(rows[i]);
  return pads;
}

void pad(NodeContext& n) {
  const ItemPtr value = n.has(2) ? n.shared(2) : number(0, n.dtype());
  give(n, step(n, "Pad", {n.shared(0), integers(pads_of(n)), value}));
}

// SYMMETRIC repeats the edge; REFLECT does not.
void mirror_pad(NodeContext& n) {
  const bool symmetric = n.choice("mode", "REFLECT", {"REFLECT", "SYMMETRIC"}) == "SYMMETRIC";
  const Integers pads = pads_of(n);
  if (!symmetric) {
    return give(n, step(n, "Pad", {n.shared(0), integers(pads)}, {attribute("mode", "reflect")}));
  }
  ItemPtr x = n.shared(0);
  const Shape shape = n.shape();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::int64_t low = pads[i], high = pads[i + shape.size()];
    if (low == 0 && high == 0) continue;
    if (low > shape[i] || high > shape[i] || low < 0 || high < 0) {
      NodeContext::refuse("its padding is longer than its input");
    }
    NodeContext::need_short(shape[i] + low + high);
    Integers places;
    for (std::int64_t k = low; k-- > 0;) places.push_back(k);
    for (std::int64_t k = 0; k < shape[i]; ++k) places.push_back(k);
    for (std::int64_t k = 0; k < high; ++k) places.push_back(shape[i] - 1 - k);
    x = step(n, "Gather", {x, integers(places)}, {attribute("axis", static_cast<std::int64_t>(i))});
  }
  give(n, x);
}

void reverse(NodeContext& n) {
  ItemPtr x = n.shared(0);
  for (const std::int64_t axis : n.integers(1, "its axes")) {
    x = step(n, "Slice",
             {x, integers({-1}), integers({INT64_MIN + 1}), integers({axis}), integers({-1})});
  }
  give(n, x);
}

// The triangle of each matrix with `lower` and `upper` diagonals; negative: all.
void band_part(NodeContext& n) {
  const std::int64_t lower = n.integers(1, "its lower diagonals").at(0);
  const std::int64_t upper = n.integers(2, "its upper diagonals").at(0);
  ItemPtr x = n.shared(0);
  if (lower >= 0) {
    x = step(n, "Trilu", {x, integer(-lower)}, {attribute("upper", std::int64_t{1})});
  }
  if (upper >= 0) {
    x = step(n, "Trilu", {x, integer(upper)}, {attribute("upper", std::int64_t{0})});
  }
  give(n, x);
}

void roll(NodeContext& n) {
  const auto by = n.integers(1, "its shift"), axes = n.integers(2, "its axis");
  NodeContext::need_count("its shift", by.size(), axes.size());
  ItemPtr x = n.shared(0);
  for (std::size_t i = 0; i < axes.size(); ++i)
    x = rolled(n, x, n.position(axes[i], n.rank()), by[i]);
  give(n, x);
}

// Of a space-to-batch op: a length for each spatial dimension, and pairs of padding or cropping.
struct Blocks {
  std::vector<std::int64_t> sizes, pairs;
  std::int64_t count = 1;  // of the batches that one becomes
};

Blocks blocks_of(const NodeContext& n) {
  Blocks made{n.integers(1, "its block shape"), n.integers(2, "its pairs of lengths")};
  NodeContext::need_count("its pairs of lengths", made.pairs.size(), 2 * made.sizes.size());
  if (n.rank() <= std::ssize(made.sizes)) NodeContext::refuse("its blocks do not fit its input");
  for (const std::int64_t size : made.sizes) {
    if (size < 1) NodeContext::refuse("a block is shorter than 1");
    made.count *= size;
  }
  return made;
}

// Each block of a padded image gives an element to each of `count` batches.
void space_to_batch(NodeContext& n) {
  const Blocks blocks = blocks_of(n);
  const std::size_t spatial = blocks.sizes.size();
  std::vector<std::int64_t> pads(2 * static_cast<std::size_t>(n.rank()), 0);
  for (std::size_t i = 0; i < spatial; ++i) {
    pads[i + 1] = blocks.pairs[2 * i];
    pads[i + 1 + static_cast<std::size_t>(n.rank())] = blocks.pairs[2 * i + 1];
  }
  const ItemPtr x = step(n, "Pad", {n.shared(0), integers(pads)});
  const Shape shape = x->shape();
  std::vector<std::int64_t> apart{shape[0]}, order, made{shape[0] * blocks.count};
  for (std::size_t i = 0; i < spatial; ++i) {
    const std::int64_t length = shape[i + 1], size = blocks.sizes[i];
    if (length % size != 0) NodeContext::refuse("its blocks do not divide the padded lengths");
    apart.insert(apart.end(), {length / size, size});
    order.push_back(2 * static_cast<std::int64_t>(i) + 2);
    made.push_back(length / size);
  }
  order.push_back(0);
  for (std::size_t i = 0; i < spatial; ++i) order.push_back(2 * static_cast<std::int64_t>(i) + 1);
  for (std::size_t i = spatial + 1; i < shape.size(); ++i) {
    order.push_back(std::ssize(apart));
    apart.push_back(shape[i]);
    made.push_back(shape[i]);
  }
  give(n, reshaped(n, transposed(n, reshaped(n, x, apart), order), made));
}

// The reverse, whose result is cropped.
void batch_to_space(NodeContext& n) {
  const Blocks blocks = blocks_of(n);
  const Shape shape = n.shape();
  const auto spatial = static_cast<std::int64_t>(blocks.sizes.size());
  if (shape[0] % blocks.count != 0) NodeContext::refuse("its blocks do not divide its batch");
  std::vector<std::int64_t> apart = blocks.sizes, order{spatial}, made{shape[0] / blocks.count};
  apart.push_back(shape[0] / blocks.count);
  for (std::int64_t i = 0; i < spatial; ++i) {
    const auto at = static_cast<std::size_t>(i);
    apart.push_back(shape[at + 1]);
    order.insert(order.end(), {spatial + 1 + i, i});
    made.push_back(shape[at + 1] * blocks.sizes[at]);
  }
  for (std::size_t i = blocks.sizes.size() + 1; i < shape.size(); ++i) {
    order.push_back(std::ssize(apart));
    apart.push_back(shape[i]);
    made.push_back(shape[i]);
  }
  ItemPtr x = reshaped(n, transposed(n, reshaped(n, n.shared(0), apart), order), made);
  for (std::int64_t i = 0; i < spatial; ++i) {
    const auto at = static_cast<std::size_t>(i);
    x = sliced(n, x, i + 1, blocks.pairs[2 * at], made[at + 1] - blocks.pairs[2 * at + 1]);
  }
  give(n, x);
}

constexpr OpRow rows[] = {
    {"BatchToSpaceND", 1, 0, batch_to_space},
    {"BroadcastTo", 1, 0, broadcast_to},
    {"Concat", 1, 0, [](NodeContext& n) { concat(n, true); }},
    {"ConcatV2", 1, 0, [](NodeContext& n) { concat(n, false); }},
    {"ExpandDims", 1, 0, expand_dims},
    {"MatrixBandPart", 1, 0, band_part},
    {"MirrorPad", 1, 0, mirror_pad},
    {"Pack", 1, 0, pack},
    {"Pad", 1, 0, pad},
    {"PadV2", 1, 0, pad},
    {"Reshape", 1, 0, reshape},
    {"ReverseV2", 1, 0, reverse},
    {"Roll", 1, 0, roll},
    {"SpaceToBatchND", 1, 0, space_to_batch},
    {"Split", 1, 0, split},
    {"SplitV", 1, 0, split_v},
    {"Squeeze", 1, 0, squeeze},
    {"Tile", 1, 0, tile},
    {"Transpose", 1, 0, transpose},
    {"Unpack", 1, 0, unpack},
};

}  // namespace

std::span<const OpRow> shape_rows() {
  return rows;
}

}  // namespace ng::tensorflow
