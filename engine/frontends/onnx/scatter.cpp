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

Op in_row(NodeContext& n, const Op& x) {
  return regrouped(n, x, {element_count(x.axes().lengths())}, "element");
}

void finish(NodeContext& n, const Op& places, const Op& updates) {
  const ScopedResultType type(n.dtype());
  const Op data = in_row(n, n.op(0)), row = in_row(n, updates);
  const Op place = renamed(in_row(n, places), {row.axes()[0]});
  const std::string reduction = n.choice("reduction", "none", {"none", "add", "mul", "max", "min"});
  const Op made = over(written(data, place, row, reduction), data.axes());
  const Op whole = regrouped(n, made, n.shape());
  n.result(renamed(whole, n.op(0).axes().list()));
}

void scatter_elements(NodeContext& n) {
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
  const Shape shape = n.shape();
  const Op indices = n.indices(1);
  NodeContext::need_count("its shape of indices", indices.axes().size(), shape.size());
  NodeContext::need_shape("its list of updates", n.shape(2), n.shape(1));
  const std::vector<double> strides = strides_of(shape);
  Op place;
  {
    const ScopedResultType type(DType::i64);
    place = from_zero(indices, shape[at]) * strides[at];
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (i != at) place = place + ramp(indices.axes()[i], 0, strides[i]);
    }
    place = over(place, indices.axes());
  }
  finish(n, place, n.op(2));
}

// The last dimension of the indices holds a position; the updates are elements or whole parts.
void scatter_nd(NodeContext& n) {
  const Shape shape = n.shape(), at = n.shape(1);
  const auto depth = at.empty() ? 0 : static_cast<std::size_t>(at.back());
  const Op updates = n.op(2), indices = n.indices(1);
  if (at.empty() || depth > shape.size() ||
      updates.axes().size() != at.size() - 1 + shape.size() - depth) {
    NodeContext::refuse("its indices do not fit");
  }
  const std::vector<double> strides = strides_of(shape);
  const std::size_t last = at.size() - 1;
  Op place;
  {
    const ScopedResultType type(DType::i64);
    for (std::size_t k = 0; k < depth; ++k) {
      const Op one = without(part(n, indices, last, static_cast<std::int64_t>(k), 1), {last});
      const Op named = renamed(one, {updates.axes().begin(),
                                     updates.axes().begin() + static_cast<std::ptrdiff_t>(last)});
      const Op step = from_zero(named, shape[k]) * strides[k];
      place = place ? place + step : step;
    }
    for (std::size_t k = depth; k < shape.size(); ++k) {
      const Op step = ramp(updates.axes()[last + k - depth], 0, strides[k]);
      place = place ? place + step : step;
    }
    place = over(place, updates.axes());
  }
  finish(n, place, updates);
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
  if (element_count(expected) == 0) return n.result(cache);
  const Axis batch = cache.axes()[0], place = cache.axes()[at];
  const auto length = static_cast<double>(expected[at]);
  Op index, inside;
  {
    const ScopedResultType type(DType::i64);
    Op from = ramp(place);
    if (n.has(2)) {
      NodeContext::need_shape("its list of positions", n.shape(2), {shape[0]});
      n.dims.equate(batch, n.op(2).axes()[0]);
      from = from - renamed(n.indices(2), {batch});
    }
    if (n.choice("mode", "linear", {"linear", "circular"}) == "circular") {
      from = mod(from, static_cast<double>(shape[at]));
    }
    inside = greater_equal(from, 0) * less(from, length);
    const Op row = maximum(minimum(from, length - 1), 0) + ramp(batch, 0, length);
    index = over(row, Axes{batch, place});
  }
  std::vector<Axis> order{update.axes()[0], update.axes()[at]}, made{batch, place};
  Shape table{shape[0] * expected[at]};
  for (std::size_t i = 1; i < shape.size(); ++i) {
    if (i == at) continue;
    n.dims.equate(cache.axes()[i], update.axes()[i]);
    order.push_back(update.axes()[i]);
    made.push_back(cache.axes()[i]);
    table.push_back(shape[i]);
  }
  const Op rows = regrouped(n, over(update, Axes(order)), table, "row");
  const Op moved = renamed(taken(n, rows, 0, index), made);
  const ScopedResultType type(n.dtype());
  n.result(over(where(inside, moved, cache), cache.axes()));
}

constexpr OpRow rows[] = {
    {"Scatter", 9, 10, scatter_elements},
    {"ScatterElements", 11, 0, scatter_elements},
    {"ScatterND", 11, 0, scatter_nd},
    {"TensorScatter", 24, 0, scatter_into_cache},
};

}  // namespace

Op written(const Op& data, const Op& places, const Op& updates, const std::string& reduction) {
  const Axis element = data.axes()[0], update = updates.axes()[0];
  return scatter(data, renamed(places, {update}), updates, element, scatter_reduction(reduction));
}

std::span<const OpRow> scatter_rows() {
  return rows;
}

}  // namespace ng::onnx
