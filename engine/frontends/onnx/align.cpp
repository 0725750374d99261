// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/align.h"

#include <algorithm>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

bool contains(const std::vector<Axis>& axes, const Axis& axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

// The axis of a dimension of the result, `from_end` positions before its end.
Axis target(NodeContext& n, const std::vector<Op>& operands, std::size_t from_end,
            const std::vector<Axis>& used) {
  Axis chosen;
  for (const Op& op : operands) {
    if (op.axes().size() < from_end) continue;
    const Axis axis = op.axes()[op.axes().size() - from_end];
    if (!chosen || (chosen.length() == 1 && axis.length() != 1)) {
      chosen = axis;
    } else if (axis.length() == chosen.length()) {
      n.dims.equate(chosen, axis);
    } else if (axis.length() != 1) {
      NodeContext::refuse("its operands do not broadcast: lengths " +
                          std::to_string(chosen.length()) + " and " +
                          std::to_string(axis.length()));
    }
  }
  return unlike(n, chosen, used);
}

}  // namespace

Axis unlike(NodeContext& n, const Axis& axis, const std::vector<Axis>& others) {
  return contains(others, axis) ? n.fresh(axis.length(), axis.name()) : axis;
}

Aligned align(NodeContext& n, const std::vector<Op>& operands) {
  std::size_t rank = 0;
  for (const Op& op : operands) rank = std::max(rank, op.axes().size());
  std::vector<Axis> axes;
  for (std::size_t i = rank; i > 0; --i) axes.push_back(target(n, operands, i, axes));
  Aligned aligned{{}, Axes(axes)};
  for (const Op& op : operands) {
    const std::size_t skipped = rank - op.axes().size();
    std::vector<std::size_t> ones;
    std::vector<Axis> names;
    for (std::size_t i = 0; i < op.axes().size(); ++i) {
      const Axis& to = axes[skipped + i];
      if (op.axes()[i].length() == to.length()) {
        names.push_back(to);
      } else {
        ones.push_back(i);
        n.dims.resemble(op.axes()[i], to);
      }
    }
    aligned.ops.push_back(renamed(without(op, ones), names));
  }
  return aligned;
}

Op over(const Op& op, const Axes& axes) {
  if (op.axes() == axes) return op;
  return op.axes().size() == axes.size() ? axes_with_order(op, axes) : broadcast(op, axes);
}

Op renamed(const Op& op, std::vector<Axis> axes) {
  return cast_axes(op, Axes(std::move(axes)));
}

Op without(const Op& op, const std::vector<std::size_t>& positions) {
  if (positions.empty()) return op;
  std::vector<SliceItem> items(op.axes().size());
  for (const std::size_t at : positions) {
    if (at >= items.size()) NodeContext::refuse("an input has too few dimensions");
    items[at] = SliceItem::at(0);
  }
  return tensor_slice(op, items);
}

Op with_ones(NodeContext& n, Op op, const std::vector<std::size_t>& positions,
             const std::vector<std::string>& hints) {
  if (positions.empty()) return op;
  std::vector<Axis> axes = op.axes().list();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(positions[i]),
                n.fresh(1, i < hints.size() ? hints[i] : "one"));
  }
  return broadcast(op, Axes(axes));
}

Op with_ones_like(NodeContext& n, const Op& op, const std::vector<std::size_t>& positions,
                  const std::vector<Axis>& axes) {
  std::vector<std::string> names;
  for (const Axis& axis : axes) names.push_back(axis.name());
  return with_ones(n, op, positions, names);
}

Op nothing(NodeContext& n, const Shape& shape, DType dtype) {
  return broadcast(number(0, dtype), Axes(n.dims.fresh_of(shape)));
}

Op product(const Op& x, const Op& y) {
  return x && y ? x * y : x ? x : y;
}

Op zero_unless(const Op& active, const Op& x) {
  const ScopedResultType type(x.dtype());
  return over(where(active, x, 0), x.axes());
}

Op assigned(NodeContext& n, const Op& target, const ItemPtr& value) {
  if (!is_assignable(target.node())) NodeContext::refuse("its target is not a variable");
  if (value->shape() != target.axes().lengths())
    NodeContext::refuse("it changes the shape of its variable");
  const Op source = op_of(*value, n.dims);
  for (std::size_t i = 0; i < source.axes().size(); ++i)
    n.dims.equate(target.axes()[i], source.axes()[i]);
  return assign(target, renamed(source, target.axes().list()));
}

Op number(double value, DType dtype) {
  return constant(ng::Tensor::from(dtype, {}, std::span(&value, 1)), Axes{});
}

Op ramp(const Axis& axis, double start, double step) {
  NodeContext::need_short(axis.length());
  std::vector<double> values(static_cast<std::size_t>(axis.length()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = start + static_cast<double>(i) * step;
  return constant_along(values, axis, DType::i64);
}

Op constant_along(const std::vector<double>& values, const Axis& axis, DType dtype) {
  return constant(ng::Tensor::from(dtype, {std::ssize(values)}, values), Axes{axis});
}

}  // namespace ng::onnx
