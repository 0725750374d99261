// SPDX-License-Identifier: Apache-2.0
// Padding in ops that rearrange dimensions.
#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/padding/padding_rules.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

using Integers = std::vector<std::int64_t>;

Padding transpose(PaddedNode& p) {
  Padding made = p.only(0);
  const Integers order = p.n.list("perm");
  const auto rank = static_cast<std::size_t>(p.n.rank());
  const auto found = std::find(order.begin(), order.end(), static_cast<std::int64_t>(made.at));
  if (!p.n.given("perm")) {
    made.at = rank - 1 - made.at;
  } else {
    made.at = static_cast<std::size_t>(found - order.begin());
  }
  if (made.at >= rank) p.n.refuse("its list of axes lacks one");
  return made;
}

Padding squeeze(PaddedNode& p) {
  Padding made = p.only(0);
  Integers axes = listed(p.n, "axes", 1);
  const Shape shape = p.n.shape();
  if (!p.n.has(1) && !p.n.given("axes")) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1) axes.push_back(static_cast<std::int64_t>(i));
    }
  }
  std::size_t before = 0;
  for (const std::int64_t axis : axes) {
    const auto at = static_cast<std::size_t>(p.n.position(axis, p.n.rank()));
    if (at == made.at) p.n.refuse(p.inputs[0]->unknown);
    before += at < made.at;
  }
  made.at -= before;
  return made;
}

Padding unsqueeze(PaddedNode& p) {
  Padding made = p.only(0);
  Integers axes = listed(p.n, "axes", 1);
  const std::int64_t rank = p.n.rank() + std::ssize(axes);
  for (std::int64_t& axis : axes) axis = p.n.position(axis, rank);
  std::sort(axes.begin(), axes.end());
  for (const std::int64_t axis : axes) made.at += axis <= static_cast<std::int64_t>(made.at);
  return made;
}

// The number of elements of a part of the first `count` ones.
Op count_of_part(const Op& count, std::int64_t start, std::int64_t end, std::int64_t step) {
  const ScopedResultType type(DType::i64);
  Op last = count;
  if (end < 0) {
    last = count + static_cast<double>(end);
  } else if (end < std::int64_t{1} << 31) {
    last = minimum(count, static_cast<double>(end));
  }
  const Op rows = maximum(last - static_cast<double>(start), 0);
  if (step == 1) return rows;
  const Op past = rows + static_cast<double>(step - 1);
  return value_of(floor(value_of(past, DType::f64) / static_cast<double>(step)), DType::i64);
}

Padding slice(PaddedNode& p) {
  Padding made = p.only(0);
  const SliceBounds bounds = slice_bounds(p.n);
  for (std::size_t i = 0; i < bounds.axes.size(); ++i) {
    const std::int64_t at = p.n.position(bounds.axes[i], p.n.rank());
    if (at != static_cast<std::int64_t>(made.at)) continue;
    if (bounds.starts[i] < 0 || bounds.steps[i] < 1) {
      NodeContext::refuse("it counts from the end, and " + p.inputs[0]->unknown);
    }
    made.count = count_of_part(made.count, bounds.starts[i], bounds.ends[i], bounds.steps[i]);
  }
  return made;
}

std::int64_t count_of(const Shape& shape, std::size_t first, std::size_t last) {
  return element_count(Shape(shape.begin() + static_cast<std::ptrdiff_t>(first),
                             shape.begin() + static_cast<std::ptrdiff_t>(last)));
}

// The dimension `at` of the result takes up that of the input, with dimensions after it.
Padding regrouped_padding(PaddedNode& p, const Shape& shape, std::size_t at) {
  Padding made = p.only(0);
  const Shape from = p.n.shape();
  const std::int64_t inner = count_of(from, made.at + 1, from.size());
  const std::int64_t rest = count_of(shape, at + 1, shape.size());
  if (count_of(from, 0, made.at) != count_of(shape, 0, at) || rest == 0 || inner % rest != 0) {
    NodeContext::refuse("it mixes elements and padding: " + p.inputs[0]->unknown);
  }
  made.at = at;
  if (inner == rest) return made;
  const ScopedResultType type(DType::i64);
  made.count = made.count * static_cast<double>(inner / rest);
  return made;
}

Padding reshape(PaddedNode& p) {
  const std::size_t own = p.only(0).at;
  Shape shape = p.n.integers(1, "its shape");
  const Shape from = p.n.shape();
  std::size_t at = shape.size();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool copies = shape[i] == 0 && p.n.integer("allowzero", 0) == 0 && i < from.size();
    if (shape[i] == -1 || (copies && i == own)) at = i;
    if (copies) shape[i] = from[i];
  }
  if (at == shape.size()) NodeContext::refuse("its shape has no -1: " + p.inputs[0]->unknown);
  return regrouped_padding(p, shape, at);
}

Padding flatten(PaddedNode& p) {
  const std::size_t own = p.only(0).at;
  const Shape from = p.n.shape();
  std::int64_t axis = p.n.integer("axis", 1);
  if (axis < 0) axis += p.n.rank();
  if (axis < 0 || axis > p.n.rank()) p.n.refuse("its axis is out of range");
  const auto at = static_cast<std::size_t>(axis);
  const Shape shape{count_of(from, 0, at), count_of(from, at, from.size())};
  return regrouped_padding(p, shape, own < at ? 0 : 1);
}

// Along another dimension than the one with padding, which all inputs have.
Padding concat(PaddedNode& p) {
  const std::int64_t axis = p.n.position(p.n.integer("axis", 0), p.n.rank());
  for (std::size_t i = 0; i < p.inputs.size(); ++i) {
    p.need_same(0, i);
    if (p.inputs[i]->at != p.inputs[0]->at || axis == static_cast<std::int64_t>(p.inputs[i]->at)) {
      p.n.refuse("it would join after padding: " + p.inputs[i]->unknown);
    }
  }
  return p.of(0);
}

Padding split(PaddedNode& p) {
  const Padding made = p.only(0);
  const std::int64_t axis = p.n.position(p.n.integer("axis", 0), p.n.rank());
  if (axis == static_cast<std::int64_t>(made.at)) p.n.refuse(p.inputs[0]->unknown);
  return made;
}

constexpr PaddingRow rows[] = {
    {"Concat", concat}, {"Flatten", flatten}, {"Reshape", reshape},     {"Slice", slice},
    {"Split", split},   {"Squeeze", squeeze}, {"Transpose", transpose}, {"Unsqueeze", unsqueeze},
};

}  // namespace

std::span<const PaddingRow> padding_of_shapes() {
  return rows;
}

}  // namespace ng::onnx
