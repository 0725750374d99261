// SPDX-License-Identifier: Apache-2.0
// Scatter: each element of the result looks for the updates that are written to it.
#include "engine/frontends/onnx/scatter.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_comparisons = std::int64_t{1} << 28;

// The number of the last update of each element; 0 if there is none.
Op last_hit(const Op& hits, const Op& order, const Over& all) {
  const ScopedResultType type(DType::i64);
  return max(where(hits, order, 0), all);
}

Op in_row(NodeContext& n, const Op& x) {
  return regrouped(n, x, {element_count(x.axes().lengths())}, "element");
}

std::vector<double> strides_of(const Shape& shape) {
  std::vector<double> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * static_cast<double>(shape[i]);
  }
  return strides;
}

Op from_zero(const Op& index, std::int64_t length) {
  return where(less(index, 0), index + static_cast<double>(length), index);
}

void finish(NodeContext& n, const Op& places, const Op& updates) {
  const ScopedResultType type(n.dtype());
  const Op data = in_row(n, n.op(0)), row = in_row(n, updates);
  const Op place = renamed(in_row(n, places), {row.axes()[0]});
  const std::string reduction = n.choice("reduction", "none", {"none", "add", "mul", "max", "min"});
  const Op made = over(written(data, place, row, reduction), data.axes());
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

constexpr OpRow rows[] = {
    {"Scatter", 9, 10, scatter_elements},
    {"ScatterElements", 11, 0, scatter_elements},
    {"ScatterND", 11, 0, scatter_nd},
};

}  // namespace

Op written(const Op& data, const Op& places, const Op& updates, const std::string& reduction) {
  const Axis element = data.axes()[0], update = updates.axes()[0];
  if (element.length() * update.length() > most_comparisons) {
    NodeContext::refuse("it compares more than 2^28 pairs of positions");
  }
  const Op hits = equal(ramp(element), renamed(places, {update}));  // (element, update)
  const Over all = reduce_over(Axes{update});
  if (reduction == "add") return data + sum(where(hits, updates, 0), all);
  if (reduction == "mul") return data * prod(where(hits, updates, 1), all);
  if (reduction == "max") return maximum(data, max(where(hits, updates, data), all));
  if (reduction == "min") return minimum(data, min(where(hits, updates, data), all));
  const Op order = ramp(update, 1), last = last_hit(hits, order, all);
  const Op value = sum(where(hits * equal(order, last), updates, 0), all);
  return where(greater(last, 0), value, data);
}

std::span<const OpRow> scatter_rows() {
  return rows;
}

}  // namespace ng::onnx
