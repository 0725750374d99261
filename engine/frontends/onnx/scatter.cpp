// SPDX-License-Identifier: Apache-2.0
// Scatter: updates that are written to elements by their places.
#include "engine/frontends/onnx/scatter.h"

#include <unordered_map>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/lookup.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_comparisons = std::int64_t{1} << 28;

void need_few_pairs(const Axis& a, const Axis& b) {
  if (a.length() * b.length() <= most_comparisons) return;
  NodeContext::refuse("it compares more than 2^28 pairs of positions");
}

// The sum of the updates of each element. A place out of range fails the run.
Op summed(NodeContext& n, const Op& places, const Op& updates, const Axis& element) {
  const Axis one = n.fresh(1, "column");
  const Op rows = broadcast(updates, Axes{updates.axes()[0], one});
  const ScopedResultType type(updates.dtype());
  return without(make_op(lookuptable_gradient_op, {rows, places}, {{"axes", Axes{element, one}}}),
                 {1});
}

// 1 for the last update of its place, by places that are known.
Op last_of_known(const ng::Tensor& places, const Axis& update) {
  std::unordered_map<std::int64_t, std::int64_t> last;
  const std::int64_t* place = places.as<std::int64_t>();
  for (std::int64_t i = 0; i < places.size(); ++i) last[place[i]] = i;
  std::vector<double> wins(static_cast<std::size_t>(places.size()), 0.0);
  for (const auto& [at, i] : last) wins[static_cast<std::size_t>(i)] = 1;
  return constant_along(wins, update, DType::bool_);
}

// 1 for the last update of its place, by all pairs of updates.
Op last_of_pairs(NodeContext& n, const Op& places) {
  const Axis update = places.axes()[0], other = n.fresh(update.length(), "update");
  n.dims.keep_apart({update, other});
  need_few_pairs(update, other);
  const ScopedResultType type(DType::bool_);
  const Op later = less(ramp(update), ramp(other)) * equal(places, renamed(places, {other}));
  return equal(max(later, reduce_over(Axes{other})), 0);
}

// The last update of each element that has one, by all pairs of elements and updates.
Op replaced_by_pairs(const Op& data, const Op& places, const Op& updates) {
  const Axis update = updates.axes()[0];
  const Over all = reduce_over(Axes{update});
  need_few_pairs(data.axes()[0], update);
  const Op hits = equal(ramp(data.axes()[0]), places), order = ramp(update, 1);
  Op last;
  {
    const ScopedResultType type(DType::i64);
    last = max(where(hits, order, 0), all);
  }
  const Op value = sum(where(hits * equal(order, last), updates, 0), all);
  return where(greater(last, 0), value, data);
}

// Elements with the last of their updates.
Op replaced(NodeContext& n, const Op& data, const Op& places, const Op& updates) {
  const Axis element = data.axes()[0], update = updates.axes()[0];
  std::optional<ng::Tensor> known;
  if (places.dtype() == DType::i64) known = evaluate_now(places);
  if (!known && element.length() <= update.length()) {
    return replaced_by_pairs(data, places, updates);
  }
  const Op wins = known ? last_of_known(*known, update) : last_of_pairs(n, places);
  const Op value = summed(n, places, where(wins, updates, 0), element);
  const Op hit = summed(n, places, value_of(wins, DType::f32), element);
  return where(hit, value, data);
}

Op in_row(NodeContext& n, const Op& x) {
  return regrouped(n, x, {element_count(x.axes().lengths())}, "element");
}

void finish(NodeContext& n, const Op& places, const Op& updates) {
  const ScopedResultType type(n.dtype());
  const Op data = in_row(n, n.op(0)), row = in_row(n, updates);
  const Op place = renamed(in_row(n, places), {row.axes()[0]});
  const std::string reduction = n.choice("reduction", "none", {"none", "add", "mul", "max", "min"});
  const Op made = over(written(n, data, place, row, reduction), data.axes());
  const Op whole = regrouped(n, made, n.shape());
  n.result(value_of(renamed(whole, n.op(0).axes().list()), n.dtype()));
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

Op written(NodeContext& n, const Op& data, const Op& given, const Op& updates,
           const std::string& reduction) {
  const Axis element = data.axes()[0], update = updates.axes()[0];
  if (update.length() == 0) return data;
  const Op places = renamed(given, {update});
  if (reduction == "add") return data + summed(n, places, updates, element);
  if (reduction == "none") return replaced(n, data, places, updates);
  need_few_pairs(element, update);
  const Op hits = equal(ramp(element), places);  // (element, update)
  const Over all = reduce_over(Axes{update});
  if (reduction == "mul") return data * prod(where(hits, updates, 1), all);
  if (reduction == "max") return maximum(data, max(where(hits, updates, data), all));
  return minimum(data, min(where(hits, updates, data), all));
}

std::span<const OpRow> scatter_rows() {
  return rows;
}

}  // namespace ng::onnx
