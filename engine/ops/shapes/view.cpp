// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/view.h"

#include "engine/base/error.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reference_loops.h"

namespace ng {
namespace {

// Axes compare by name only; known lengths must be equal too.
void require_same_lengths(const OpDef& def, const Value& x, const Axes& axes) {
  for (const Axis& axis : x.axes()) {
    const auto own = axis.known_length(), other = axes[axes.index(axis)].known_length();
    if (!own || !other || *own == *other) continue;
    Diagnostic diagnostic;
    diagnostic.what = std::string(def.name) + " must keep the lengths of axes";
    diagnostic.found = "(" + axes.text() + ")";
    diagnostic.expected = axis.text() + ", of " + describe(x);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

std::vector<TensorType> infer_broadcast(std::span<const Value> operands,
                                        const Attributes& attributes) {
  require_values(broadcast_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  assert_valid_broadcast(operands[0].axes(), axes);
  require_same_lengths(broadcast_op, operands[0], axes);
  return {{axes, operands[0].dtype()}};
}

std::vector<TensorType> infer_order(std::span<const Value> operands, const Attributes& attributes) {
  require_values(axes_with_order_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  if (!axes.is_equal_set(operands[0].axes()) || axes.size() != operands[0].axes().size()) {
    Diagnostic diagnostic;
    diagnostic.what = "axes_with_order needs the operand's own axes, in another order";
    diagnostic.found = "(" + axes.text() + ")";
    diagnostic.expected = "the axes of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  require_same_lengths(axes_with_order_op, operands[0], axes);
  return {{axes, operands[0].dtype()}};
}

std::vector<TensorType> infer_cast(std::span<const Value> operands, const Attributes& attributes) {
  require_values(cast_axes_op, operands, 1);
  const Axes axes = attributes.get<Axes>("axes");
  const Axes& from = operands[0].axes();
  bool fits = axes.size() == from.size();
  for (std::size_t i = 0; fits && i < axes.size(); ++i) {
    const auto a = axes[i].known_length(), b = from[i].known_length();
    fits = !a || !b || *a == *b;
  }
  if (!fits) {
    Diagnostic diagnostic;
    diagnostic.what = "cast_axes renames axes by position; rank and lengths must agree";
    diagnostic.found = "(" + axes.text() + ")";
    diagnostic.expected = "as many axes, with the lengths of " + describe(operands[0]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return {{axes, operands[0].dtype()}};
}

template <class T>
void evaluate_by_name(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& space = out[0].axes;
  std::size_t n = 0;
  for_each_index<1>(space, {strides_over(space, in[0].axes)}, [&](const auto& at) {
    out[0].values[n++] = in[0].values[static_cast<std::size_t>(at[0])];
  });
}

template <class T>
void evaluate_renamed(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  out[0].values = in[0].values;
}

void adjoint_by_name(AdjointContext& c) {
  c.add(0, c.delta);
}

}  // namespace

std::vector<int> view_map(const Node& node) {
  const Axes& from = node.operands[0].axes();
  const Axes& to = node.results[0].axes;
  std::vector<int> map(to.size(), -1);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (node.def == &cast_axes_op) {
      map[i] = static_cast<int>(i);
    } else if (auto at = from.find(to[i])) {
      map[i] = static_cast<int>(*at);
    }
  }
  return map;
}

const OpDef broadcast_op = {
    .name = "broadcast",
    .class_name = "BroadcastOp",
    .glyph = "⇶",
    .family = Family::view,
    .doc =
        "x broadcast to more axes, in any order. Gradient: the sum over the "
        "added axes.",
    .operands = {"x"},
    .attributes = {"axes"},
    .functions = view_function<broadcast>(),
    .traits = {.view = ViewKind::by_name, .cheap = true},
    .infer = infer_broadcast,
    .evaluate = evaluate_by_name<double>,
    .evaluate_integers = evaluate_by_name<Integer>,
    .adjoint = adjoint_by_name,
    .lower = LowerKind::view,
    .flops = no_flops,
};

const OpDef axes_with_order_op = {
    .name = "axes_with_order",
    .class_name = "ReorderAxes",
    .glyph = "⇄",
    .family = Family::view,
    .doc = "x with its axes in another order. Gradient: d in x's order.",
    .operands = {"x"},
    .attributes = {"axes"},
    .functions = view_function<axes_with_order>(),
    .traits = {.view = ViewKind::by_name, .cheap = true},
    .infer = infer_order,
    .evaluate = evaluate_by_name<double>,
    .evaluate_integers = evaluate_by_name<Integer>,
    .adjoint = adjoint_by_name,
    .lower = LowerKind::view,
    .flops = no_flops,
};

const OpDef cast_axes_op = {
    .name = "cast_axes",
    .class_name = "AxesCastOp",
    .glyph = "≅",
    .family = Family::view,
    .doc = "x with its axes renamed by position. Gradient: d with the original names.",
    .operands = {"x"},
    .attributes = {"axes"},
    .functions = view_function<cast_axes>("tensor"),
    .traits = {.view = ViewKind::relabel, .cheap = true},
    .infer = infer_cast,
    .evaluate = evaluate_renamed<double>,
    .evaluate_integers = evaluate_renamed<Integer>,
    .adjoint =
        [](AdjointContext& c) {
          c.add(0, cast_axes(axes_with_order(Op(c.delta), c.result().axes()), c.operand(0).axes())
                       .value());
        },
    .lower = LowerKind::view,
    .flops = no_flops,
};

Op broadcast(const Operand& x, const Axes& axes) {
  const Op op = as_value(x);
  if (op.axes() == axes) return op;
  return make_op_at(broadcast_op, {Operand(op, x.where())}, {{"axes", axes}}, x.where());
}

Op axes_with_order(const Operand& x, const Axes& axes) {
  const Op op = as_value(x);
  if (op.axes() == axes) return op;
  return make_op_at(axes_with_order_op, {Operand(op, x.where())}, {{"axes", axes}}, x.where());
}

Op cast_axes(const Operand& x, const Axes& axes) {
  const Op op = as_value(x);
  if (op.axes().empty() || op.axes() == axes) return op;
  return make_op_at(cast_axes_op, {Operand(op, x.where())}, {{"axes", axes}}, x.where());
}

}  // namespace ng
