// SPDX-License-Identifier: Apache-2.0
// Ops that select elements by index.
#include <algorithm>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/frontends/onnx/padding/chosen_rows.h"
#include "engine/frontends/onnx/scatter.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

void gather(NodeContext& n) {
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
  n.indices(1);
  if (const ng::Tensor* known = n.known(1)) {
    const auto indices = n.integers(1, "its indices");
    const std::int64_t length = n.shape()[at];
    for (const std::int64_t index : indices) {
      if (index < -length || index >= length) {
        NodeContext::refuse("its index " + std::to_string(index) + " is not below " +
                            std::to_string(length));
      }
    }
    if (known->shape.empty()) {
      const std::int64_t index = indices[0] < 0 ? indices[0] + length : indices[0];
      return n.result(without(part(n, n.op(0), at, index, 1), {at}));
    }
  }
  if (n.item(0).weight && at == 0)
    n.dims.prefer(n.op(0).axes()[0], n.known(1) ? "position" : "vocabulary", 3);
  n.result(taken(n, n.op(0), at, n.indices(1)));
}

// Each result element is one of x, in the same row except along one dimension. Dimensions along
// which there are fewer indices than elements are cut.
void gather_elements(NodeContext& n) {
  const auto at = static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank()));
  Op x = n.op(0);
  const Op indices = n.indices(1);
  const Shape found = n.shape(1);
  NodeContext::need_count("its shape of indices", found.size(), n.shape().size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i != at && found[i] > n.shape()[i]) NodeContext::refuse("it has more indices than rows");
    if (i != at) x = part(n, x, i, 0, found[i]);
  }
  n.result(take(x, positions_along(n, x, at, indices), x.axes()[at]));
}

// The last dimension of the indices holds positions along the first dimensions of x after the
// batch, which are joined; the rest of x's dimensions are taken whole.
void gather_nd(NodeContext& n) {
  const std::int64_t batch = n.integer("batch_dims", 0);
  const Shape shape = n.shape(), at = n.shape(1);
  if (batch < 0 || at.empty() || batch + at.back() > std::ssize(shape) || batch >= std::ssize(at)) {
    NodeContext::refuse("its indices do not fit its input");
  }
  const auto first = static_cast<std::size_t>(batch), depth = static_cast<std::size_t>(at.back());
  for (std::size_t i = 0; i < first; ++i) {
    if (at[i] != shape[i]) NodeContext::refuse("its batches differ");
  }
  const Op rows = joined_dimensions(n, n.op(0), first, depth);
  n.result(take(rows, joined_positions(n, rows, first, depth), rows.axes()[first]));
}

// Rows of a new dimension: the on value where its position is the index.
void one_hot_of(NodeContext& n) {
  const auto depth = n.integers(1, "its depth").at(0);
  const Op indices = n.op(0);
  const std::int64_t rank = n.rank() + 1;
  const auto at = n.position(n.integer("axis", -1), rank);
  if (depth < 1) NodeContext::refuse("its depth is below 1");
  NodeContext::need_short(depth);
  const Axis classes = n.fresh(depth, "class");
  std::vector<Axis> axes = indices.axes().list();
  axes.insert(axes.begin() + at, classes);
  const DType dtype = n.dtype(2);
  Op hot;
  {
    const ScopedResultType type(DType::f64);
    const Op place = where(less(indices, 0), indices + static_cast<double>(depth), indices);
    hot = equal(place, ramp(classes));
  }
  const ScopedResultType type(dtype);
  const Op off = part(n, n.op(2), 0, 0, 1), on = part(n, n.op(2), 0, 1, 1);
  n.result(over(where(hot, without(on, {0}), without(off, {0})), Axes(axes)));
}

// By a condition that is computed at run time: the selected parts first, then zeros.
void compress_by(NodeContext& n, const Op& x, std::size_t at) {
  Op condition = n.op(1);
  const Shape shape = x.axes().lengths();
  const std::int64_t length = std::min(n.shape(1).at(0), shape[at]);
  if (element_count(shape) == 0 || length == 0) NodeContext::refuse("it selects from nothing");
  condition = part(n, condition, 0, 0, length);
  const Op whole = part(n, x, at, 0, length);
  std::vector<Axis> order = whole.axes().list(), others = order;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
  order = others;
  order.insert(order.begin(), whole.axes()[at]);
  const Op rows =
      regrouped(n, over(whole, Axes(order)), {length, Axes(others).element_count()}, "element");
  const ChosenRows chosen = chosen_rows(n, condition, rows, 0);
  const Op opened = regrouped(n, chosen.rows, Axes(order).lengths());
  const Op made = over(renamed(opened, order), whole.axes());
  n.result_up_to(made, chosen.count, at);
}

void compress(NodeContext& n) {
  Op x = n.op(0);
  if (!n.given("axis")) x = regrouped(n, x, {element_count(n.shape())}, "element");
  const auto at =
      n.given("axis") ? static_cast<std::size_t>(n.position(n.integer("axis", 0), n.rank())) : 0;
  if (!n.known(1)) return compress_by(n, x, at);
  const ng::Tensor& condition = *n.known(1);
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; i < condition.size(); ++i) {
    if (condition.at(i) != 0) indices.push_back(i);
  }
  n.result(taken(n, x, at, indices));
}

// Of elements that are computed at run time: their positions first, then -1.
void non_zero_of(NodeContext& n, const Op& x) {
  const Shape shape = x.axes().lengths();
  const std::int64_t count = element_count(shape), rank = std::ssize(shape);
  if (count == 0 || rank == 0) NodeContext::refuse("its input has no elements or no dimensions");
  NodeContext::need_short(count);
  const std::vector<double> strides = strides_of(shape);
  ng::Tensor places(DType::i64, {count, rank});
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t k = 0; k < rank; ++k) {
      const auto axis = static_cast<std::size_t>(k);
      const std::int64_t place = i / static_cast<std::int64_t>(strides[axis]) % shape[axis];
      places.as<std::int64_t>()[i * rank + k] = place;
    }
  }
  const Axis element = n.fresh(count, "element"), dimension = n.fresh(rank, "dimension");
  const Op rows = constant(places, Axes{element, dimension});
  const ChosenRows chosen = chosen_rows(n, regrouped(n, x, {count}, "element"), rows, -1);
  const Axes& made = chosen.rows.axes();
  n.result_up_to(over(chosen.rows, Axes{made[1], made[0]}), chosen.count, 1);
}

void non_zero(NodeContext& n) {
  if (!n.known(0)) return non_zero_of(n, n.op(0));
  const ng::Tensor& x = *n.known(0);
  const std::vector<double> strides = strides_of(x.shape);
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    if (x.at(i) != 0) found.push_back(i);
  }
  ng::Tensor places(DType::i64, {std::ssize(x.shape), std::ssize(found)});
  std::int64_t* out = places.as<std::int64_t>();
  for (std::size_t axis = 0; axis < x.shape.size(); ++axis) {
    for (const std::int64_t at : found) {
      *out++ = at / static_cast<std::int64_t>(strides[axis]) % x.shape[axis];
    }
  }
  n.result(std::move(places));
}

// Of each sequence of a batch the first elements in reverse, as many as its length.
void reverse_sequence(NodeContext& n) {
  const std::int64_t rank = n.rank();
  const auto time = static_cast<std::size_t>(n.position(n.integer("time_axis", 0), rank));
  const auto batch = static_cast<std::size_t>(n.position(n.integer("batch_axis", 1), rank));
  const Op x = n.op(0), lengths = n.op(1);
  const Axis sequences = x.axes()[batch], steps = x.axes()[time];
  if (time == batch || n.shape(1) != Shape{sequences.length()}) {
    NodeContext::refuse("its lengths do not fit its batch");
  }
  n.dims.equate(sequences, lengths.axes()[0]);
  const ScopedResultType type(DType::i64);
  const Op length = renamed(lengths, {sequences}), position = ramp(steps);
  const Op turned = where(less(position, length), length - position - 1, position);
  n.result(over(take(x, over(turned, Axes{sequences, steps}), steps), x.axes()));
}

constexpr OpRow rows[] = {
    {"Compress", 9, 0, compress},
    {"Gather", 1, 0, gather},
    {"GatherElements", 11, 0, gather_elements},
    {"GatherND", 11, 0, gather_nd},
    {"NonZero", 9, 0, non_zero},
    {"OneHot", 9, 0, one_hot_of},
    {"ReverseSequence", 10, 0, reverse_sequence},
};

}  // namespace

std::span<const OpRow> index_rows() {
  return rows;
}

}  // namespace ng::onnx
