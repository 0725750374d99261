// SPDX-License-Identifier: Apache-2.0
// Scatter: updates that are written to elements by their places.
#include "engine/frontends/onnx/scatter.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

ScatterReduction reduction_of(const NodeContext& n) {
  return scatter_reduction(n.choice("reduction", "none", {"none", "add", "mul", "max", "min"}));
}

// Updates of the first elements along dimensions in which `positions` are shorter than x.
Op written(NodeContext& n, const Op& x, std::size_t at, const Op& indices, const Op& updates) {
  for (std::size_t i = 0; i < x.axes().size(); ++i) {
    const std::int64_t length = x.axes()[i].length(), count = indices.axes()[i].length();
    if (i == at || count == length) continue;
    if (count > length) NodeContext::refuse("it has more indices than its data have rows");
    const Op first = written(n, part(n, x, i, 0, count), at, indices, updates);
    return renamed(joined(n, {first, part(n, x, i, count, length - count)}, i), x.axes().list());
  }
  const Op positions = positions_along(n, x, at, indices);
  return scatter(x, positions, renamed(updates, positions.axes().list()), x.axes()[at],
                 reduction_of(n));
}

void scatter_elements(NodeContext& n) {
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
  NodeContext::need_count("its shape of indices", n.shape(1).size(), n.shape().size());
  NodeContext::need_shape("its list of updates", n.shape(2), n.shape(1));
  if (element_count(n.shape(1)) == 0) return n.result(n.op(0));
  n.result(written(n, n.op(0), at, n.indices(1), n.op(2)));
}

// The last dimension of the indices holds a position; the updates are elements or whole parts.
void scatter_nd(NodeContext& n) {
  const Shape shape = n.shape(), at = n.shape(1);
  const auto depth = at.empty() ? 0 : static_cast<std::size_t>(at.back());
  if (at.empty() || depth > shape.size()) NodeContext::refuse("its indices do not fit");
  Shape expected(at.begin(), at.end() - 1);
  expected.insert(expected.end(), shape.begin() + static_cast<std::ptrdiff_t>(depth), shape.end());
  NodeContext::need_shape("its list of updates", n.shape(2), expected);
  const Op x = n.op(0), rows = joined_dimensions(n, x, 0, depth);
  const Op positions = joined_positions(n, rows, 0, depth);
  std::vector<Axis> names = positions.axes().list();
  names.insert(names.end(), rows.axes().begin() + 1, rows.axes().end());
  const Op made =
      scatter(rows, positions, renamed(n.op(2), names), rows.axes()[0], reduction_of(n));
  n.result(renamed(regrouped(n, made, shape), x.axes().list()));
}

// A cache (batch, …) whose positions along an axis are replaced from one on, which each sample of
// the batch sets; a circular cache wraps at its end.
void scatter_into_cache(NodeContext& n) {
  const Op cache = n.op(0), update = n.op(1);
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", -2), n.rank()));
  const Shape shape = n.shape();
  Shape expected = shape;
  if (at < n.shape(1).size()) expected[at] = n.shape(1)[at];
  NodeContext::need_shape("its update", n.shape(1), expected);
  if (at == 0 || expected[at] > shape[at]) NodeContext::refuse("its update does not fit its cache");
  std::vector<Axis> names = cache.axes().list();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != at) n.dims.equate(names[i], update.axes()[i]);
  }
  const Axis batch = names[0], added = unlike(n, update.axes()[at], names);
  names[at] = added;
  const ScopedResultType type(DType::i64);
  Op position = ramp(added);
  if (n.has(2)) {
    NodeContext::need_shape("its list of positions", n.shape(2), {shape[0]});
    n.dims.equate(batch, n.op(2).axes()[0]);
    position = over(renamed(n.indices(2), {batch}) + position, Axes{batch, added});
  }
  if (n.choice("mode", "linear", {"linear", "circular"}) == "circular") {
    position = mod(position, static_cast<double>(shape[at]));
  }
  n.result(scatter(cache, position, renamed(update, names), cache.axes()[at]));
}

constexpr OpRow rows[] = {
    {"Scatter", 9, 10, scatter_elements},
    {"ScatterElements", 11, 0, scatter_elements},
    {"ScatterND", 11, 0, scatter_nd},
    {"TensorScatter", 24, 0, scatter_into_cache},
};

}  // namespace

Op positions_along(NodeContext& n, const Op& x, std::size_t at, const Op& indices) {
  std::vector<Axis> names = x.axes().list();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != at) n.dims.equate(names[i], indices.axes()[i]);
  }
  names[at] = unlike(n, indices.axes()[at], names);
  const ScopedResultType type(DType::i64);
  return from_zero(renamed(indices, names), x.axes()[at].length());
}

Op joined_dimensions(NodeContext& n, const Op& x, std::size_t first, std::size_t depth) {
  Shape shape = x.axes().lengths();
  const auto begin = shape.begin() + static_cast<std::ptrdiff_t>(first),
             end = begin + static_cast<std::ptrdiff_t>(depth);
  const std::int64_t count = element_count(Shape(begin, end));
  shape.insert(shape.erase(begin, end), count);
  return regrouped(n, x, shape, "row");
}

Op joined_positions(NodeContext& n, const Op& rows, std::size_t first, std::size_t depth) {
  const Op indices = n.indices(1);
  const std::size_t last = indices.axes().size() - 1;
  std::vector<Axis> names = rows.axes().list();
  for (std::size_t i = 0; i < last; ++i) {
    const Axis axis = indices.axes()[i];
    if (i < first) n.dims.equate(names[i], axis);
    if (i >= first) names.push_back(unlike(n, axis, names));
  }
  names.erase(names.begin() + static_cast<std::ptrdiff_t>(first),
              names.begin() + static_cast<std::ptrdiff_t>(rows.axes().size()));
  const ScopedResultType type(DType::i64);
  Op position = number(0, DType::i64);
  for (std::size_t k = 0; k < depth; ++k) {
    const std::int64_t length = n.shape()[first + k];
    const Op one = without(part(n, indices, last, static_cast<std::int64_t>(k), 1), {last});
    const Op index = from_zero(renamed(one, names), length);
    position = k == 0 ? index : position * static_cast<double>(length) + index;
  }
  return over(position, Axes(names));
}

std::span<const OpRow> scatter_rows() {
  return rows;
}

}  // namespace ng::onnx
