// SPDX-License-Identifier: Apache-2.0
// Changes of shape: regrouped, sliced, gathered, joined and padded dimensions.
#include <algorithm>
#include <numeric>

#include "engine/frontends/onnx/align.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/reshape.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

// Dimensions of both shapes with the same number of elements: [from, from_end) and [to, to_end).
struct Group {
  std::size_t from, from_end, to, to_end;
  bool kept() const { return from_end - from == 1 && to_end - to == 1; }
};

// The smallest groups. Dimensions of length 1 belong to the group before them.
std::vector<Group> groups_of(const Shape& from, const Shape& to) {
  std::vector<Group> groups;
  std::size_t i = 0, k = 0;
  while (i < from.size() && k < to.size()) {
    Group group{i, i + 1, k, k + 1};
    std::int64_t a = from[i++], b = to[k++];
    while (a != b && (a < b ? i < from.size() : k < to.size())) {
      if (a < b)
        a *= from[i++];
      else
        b *= to[k++];
    }
    group.from_end = i;
    group.to_end = k;
    groups.push_back(group);
  }
  groups.back().from_end = from.size();
  groups.back().to_end = to.size();
  return groups;
}

Axis combined(std::vector<Axis> axes) {
  return axes.size() == 1 ? axes[0] : make_flattened_axis(std::move(axes));
}

std::vector<Axis> between(const std::vector<Axis>& axes, std::size_t from, std::size_t end) {
  return {axes.begin() + static_cast<std::ptrdiff_t>(from),
          axes.begin() + static_cast<std::ptrdiff_t>(end)};
}

// Positions of dimensions of length 1 if the shapes are equal without them; else nothing.
bool differ_by_ones(const Shape& from, const Shape& to) {
  Shape a = from, b = to;
  std::erase(a, 1);
  std::erase(b, 1);
  return a == b;
}

std::vector<std::size_t> ones_of(const Shape& shape) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) positions.push_back(i);
  }
  return positions;
}

// Elements along the dimension `at` by indices from 0.
Op rows_at(NodeContext& n, const Op& op, std::size_t at, const Op& indices) {
  std::vector<Axis> others = op.axes().list(), places;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
  for (const Axis& axis : indices.axes()) places.push_back(unlike(n, axis, others));
  return take(op, renamed(indices, places), op.axes()[at]);
}

// A tensor without elements depends on no other. The first dimensions are kept as far as they have
// the same lengths.
Op reshaped_nothing(NodeContext& n, const Op& op, const Shape& shape, const std::string& hint) {
  std::vector<Axis> axes;
  bool kept = true;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    kept = kept && i < op.axes().size() && op.axes()[i].length() == shape[i];
    axes.push_back(kept ? op.axes()[i] : n.fresh(shape[i], hint));
  }
  n.dims.keep_apart(axes);
  return over(number(0, op.dtype()), Axes(std::move(axes)));
}

}  // namespace

Op regrouped(NodeContext& n, const Op& op, const Shape& shape, const std::string& hint) {
  const Shape from = op.axes().lengths();
  if (from == shape) return op;
  if (element_count(from) != element_count(shape)) {
    NodeContext::refuse("the shape " + to_string(from) + " cannot become " + to_string(shape));
  }
  if (differ_by_ones(from, shape)) return with_ones(n, without(op, ones_of(from)), ones_of(shape));
  if (element_count(shape) == 0) return reshaped_nothing(n, op, shape, hint);
  std::vector<Axis> before, middle, after;
  for (const Group& group : groups_of(from, shape)) {
    const std::vector<Axis> old = between(op.axes().list(), group.from, group.from_end);
    std::vector<Axis> made;
    const std::string& name = old.size() == 1 ? old[0].name() : hint;  // of parts of one dimension
    for (std::size_t k = group.to; k < group.to_end; ++k) {
      made.push_back(group.kept() ? old[0] : n.fresh(shape[k], name));
    }
    before.push_back(combined(old));
    middle.push_back(combined(made));
    after.insert(after.end(), made.begin(), made.end());
  }
  n.dims.keep_apart(after);
  const Op joined = flatten(op, Axes(before));
  return unflatten(cast_axes(joined, Axes(middle)), Axes(after));
}

Op part(NodeContext& n, const Op& op, std::size_t at, std::int64_t first, std::int64_t count,
        std::int64_t step) {
  if (at >= op.axes().size()) NodeContext::refuse("an input has too few dimensions");
  const Axis axis = op.axes()[at];
  if (first == 0 && step == 1 && count == axis.length()) return op;
  if (count < 0) {
    NodeContext::refuse("a length of its result is negative: " + std::to_string(count));
  }
  if (count == 0) {
    std::vector<Axis> axes = op.axes().list();
    axes[at] = n.fresh(0, axis.name());
    return over(number(0, op.dtype()), Axes(std::move(axes)));
  }
  if (step < 0) {
    NodeContext::need_short(count);
    std::vector<std::int64_t> indices;
    for (std::int64_t i = 0; i < count; ++i) indices.push_back(first + i * step);
    return taken(n, op, at, indices);
  }
  std::vector<SliceItem> items(op.axes().size());
  items[at] = SliceItem::range(first, first + (count - 1) * step + 1, step);
  std::vector<Axis> axes = op.axes().list();
  axes[at] = n.fresh(count, axis.name());
  return tensor_slice(op, items, Axes(axes));
}

Op taken(NodeContext& n, const Op& op, std::size_t at, const std::vector<std::int64_t>& indices) {
  if (indices.empty()) return part(n, op, at, 0, 0);
  const Axis row = n.fresh(std::ssize(indices), op.axes()[at].name());
  const std::vector<double> values(indices.begin(), indices.end());
  return rows_at(n, op, at, constant_along(values, row, DType::i64));
}

Op taken(NodeContext& n, const Op& op, std::size_t at, const Op& indices) {
  Shape made = op.axes().lengths();
  const Shape places = indices.axes().lengths();
  made.erase(made.begin() + static_cast<std::ptrdiff_t>(at));
  made.insert(made.begin() + static_cast<std::ptrdiff_t>(at), places.begin(), places.end());
  if (element_count(made) == 0) return nothing(n, made, op.dtype());
  const ScopedResultType type(DType::i64);
  return rows_at(n, op, at, from_zero(indices, op.axes()[at].length()));
}

Op from_zero(const Op& index, std::int64_t length) {
  return where(less(index, 0), index + static_cast<double>(length), index);
}

std::vector<double> strides_of(const Shape& shape) {
  std::vector<double> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * static_cast<double>(shape[i]);
  }
  return strides;
}

Op joined(NodeContext& n, const std::vector<Op>& operands, std::size_t at) {
  if (operands.size() == 1) return operands[0];
  const std::vector<Axis> own = operands[0].axes().list();
  std::vector<Op> parts;
  std::int64_t total = 0;
  for (const Op& op : operands) {
    if (op.axes().size() != own.size()) NodeContext::refuse("its inputs differ in rank");
    std::vector<Axis> axes = own;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (i == at) continue;
      if (own[i].length() != op.axes()[i].length()) {
        NodeContext::refuse("its inputs have other lengths along dimension " + std::to_string(i) +
                            ": " + std::to_string(own[i].length()) + " and " +
                            std::to_string(op.axes()[i].length()));
      }
      n.dims.equate(own[i], op.axes()[i]);
    }
    axes[at] = resized(own[at], op.axes()[at].length());
    total += op.axes()[at].length();
    parts.push_back(cast_axes(op, Axes(axes)));
  }
  std::vector<Axis> axes = own;
  axes[at] = n.fresh(total, own[at].name());
  return cast_axes(concat_along_axis(parts, own[at]), Axes(axes));
}

Op padded(NodeContext& n, const Op& op, const std::vector<std::int64_t>& before,
          const std::vector<std::int64_t>& after, double value) {
  return padded(n, op, before, after, value == 0 ? Op() : number(value, op.dtype()));
}

Op padded(NodeContext& n, const Op& op, const std::vector<std::int64_t>& before,
          const std::vector<std::int64_t>& after, const Op& value) {
  std::vector<Padding> zeros;
  std::vector<Axis> axes;
  bool any = false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    zeros.push_back({before[i], after[i]});
    const Axis axis = op.axes()[i];
    const bool longer = before[i] != 0 || after[i] != 0;
    any = any || longer;
    axes.push_back(longer ? n.fresh(axis.length() + before[i] + after[i], axis.name()) : axis);
  }
  if (!any) return op;
  const ScopedResultType type(op.dtype());
  Op result = pad(op, zeros, Axes(axes));
  if (!value) return result;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] == 0 && after[i] == 0) continue;
    NodeContext::need_short(axes[i].length());
    std::vector<double> inside(static_cast<std::size_t>(axes[i].length()), 0.0);
    std::fill(inside.begin() + before[i], inside.end() - after[i], 1.0);
    const Op mask = constant_along(inside, axes[i], DType::bool_);
    result = over(where(mask, result, value), Axes(axes));
  }
  return result;
}

}  // namespace ng::onnx
