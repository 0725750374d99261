// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/shapes/join.h"

#include "engine/base/error.h"
#include "engine/ops/index_map.h"
#include "engine/ops/make_op.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/shapes/slice.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

[[noreturn]] void refuse_join(ErrorKind kind, const std::string& what, const std::string& found,
                              const std::string& expected) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.found = found;
  diagnostic.expected = expected;
  refuse(kind, std::move(diagnostic));
}

// The single axis of attribute "axis".
Axis joined_axis(const Attributes& attributes) {
  const Axes axis = attributes.get<Axes>("axis");
  if (axis.size() != 1) {
    refuse_join(ErrorKind::value, "operands must be joined along exactly one axis",
                "(" + axis.text() + ")", "one axis");
  }
  return axis[0];
}

void require_operands(const OpDef& def, std::span<const Value> operands) {
  require_values(def, operands, operands.size());
  if (operands.empty()) refuse(ErrorKind::value, "at least one operand is needed");
  for (const Value& operand : operands) {
    if (operand.dtype() == operands[0].dtype()) continue;
    refuse_join(ErrorKind::value, "operands of different dtypes cannot be joined",
                to_string(operand.type()) + " of " + describe(operand),
                std::string(name(operands[0].dtype())) + ", as the first operand");
  }
}

// Throws an Error of `kind` unless `axes` are those of `like`, in any order, with the same lengths.
void require_same_axes(const Value& operand, const Axes& axes, const Axes& like, ErrorKind kind) {
  bool same = axes.is_equal_set(like);
  for (std::size_t i = 0; same && i < axes.size(); ++i) {
    same = axes[i].known_length() == like[like.index(axes[i])].known_length();
  }
  if (same) return;
  refuse_join(kind, "an operand's axes differ from the first operand's", describe(operand),
              "the axes (" + like.text() + ")");
}

std::vector<TensorType> infer_stack(std::span<const Value> operands, const Attributes& attributes) {
  require_operands(stack_op, operands);
  const Axis axis = joined_axis(attributes);
  const Axes& first = operands[0].axes();
  for (const Value& operand : operands) {
    require_same_axes(operand, operand.axes(), first, ErrorKind::value);
  }
  if (axis.known_length() != static_cast<std::int64_t>(operands.size())) {
    refuse_join(ErrorKind::value, "the length of a stack's new axis must be the number of operands",
                axis.text(), "length " + std::to_string(operands.size()));
  }
  const std::int64_t pos = attributes.get<std::int64_t>("pos");
  if (pos < 0 || pos > static_cast<std::int64_t>(first.size())) {
    refuse_join(ErrorKind::value, "the position of a stack's new axis is out of range",
                std::to_string(pos), "0 to " + std::to_string(first.size()));
  }
  std::vector<Axis> axes = first.list();
  axes.insert(axes.begin() + pos, axis);
  return {{Axes(std::move(axes)), operands[0].dtype()}};
}

template <class T>
void evaluate_stack(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& whole = out[0].axes;
  const Axis axis = joined_axis(node.attributes);
  const auto step = static_cast<std::size_t>(strides_over(Axes(axis), whole)[0]);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Axes& space = in[i].axes;
    std::size_t n = 0;
    for_each_index<1>(space, {strides_over(space, whole)}, [&](const auto& at) {
      out[0].values[static_cast<std::size_t>(at[0]) + i * step] = in[i].values[n++];
    });
  }
}

void adjoint_stack(AdjointContext& c) {
  const Axis axis = joined_axis(c.node->attributes);
  for (std::size_t i = 0; i < c.node->operands.size(); ++i) {
    c.add(i, slice_along_axis(Op(c.delta), axis, static_cast<std::int64_t>(i)).value());
  }
}

kernel::Expr indexed_stack(const Node& node, IndexedContext& context) {
  const std::size_t pos = node.results[0].axes.index(joined_axis(node.attributes));
  kernel::Expr element;
  for (std::size_t i = node.operands.size(); i-- > 0;) {
    const auto at = static_cast<std::int64_t>(i);
    const kernel::Expr here = context.operand(i, index_map_by_name(node, context, i));
    element =
        element ? choose(kernel::within(context.place(pos), at, at + 1), here, element) : here;
  }
  return element;
}

std::int64_t required_length(const Value& operand, const Axis& axis) {
  const Axes& axes = operand.axes();
  const auto at = axes.find(axis);
  if (!at) {
    refuse_join(ErrorKind::value, "an operand lacks the axis along which it is joined",
                describe(operand), "the axis " + axis.label());
  }
  if (const auto length = axes[*at].known_length()) return *length;
  refuse_join(ErrorKind::runtime, "joining along an axis needs the operand's length",
              describe(operand), "an axis " + axis.label() + " whose length is set");
}

std::int64_t total_length(std::span<const Value> operands, const Axis& axis) {
  std::int64_t total = 0;
  for (const Value& operand : operands) {
    if (!__builtin_add_overflow(total, required_length(operand, axis), &total)) continue;
    refuse_join(ErrorKind::value, "a joined axis is too long", axis.label(), "below 2^63");
  }
  return total;
}

std::vector<TensorType> infer_concat(std::span<const Value> operands,
                                     const Attributes& attributes) {
  require_operands(concat_along_axis_op, operands);
  const Axis axis = joined_axis(attributes);
  const std::int64_t total = total_length(operands, axis);
  const Axes others = operands[0].axes() - Axes(axis);
  for (const Value& operand : operands) {
    require_same_axes(operand, operand.axes() - Axes(axis), others, ErrorKind::runtime);
  }
  if (axis.known_length() != total) {
    refuse_join(ErrorKind::value, "the joined axis must have the total length of the operands",
                axis.text(), "length " + std::to_string(total));
  }
  std::vector<Axis> axes = operands[0].axes().list();
  axes[operands[0].axes().index(axis)] = axis;
  return {{Axes(std::move(axes)), operands[0].dtype()}};
}

template <class T>
void evaluate_concat(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& whole = out[0].axes;
  const Axis axis = joined_axis(node.attributes);
  const std::int64_t step = strides_over(Axes(axis), whole)[0];
  std::int64_t start = 0;
  for (const ArrayOf<T>& part : in) {
    const Axes& space = part.axes;
    std::size_t n = 0;
    for_each_index<1>(space, {strides_over(space, whole)}, [&](const auto& at) {
      out[0].values[static_cast<std::size_t>(at[0] + start * step)] = part.values[n++];
    });
    start += space[space.index(axis)].length();
  }
}

void adjoint_concat(AdjointContext& c) {
  const Axis axis = joined_axis(c.node->attributes);
  std::int64_t start = 0;
  for (std::size_t i = 0; i < c.node->operands.size(); ++i) {
    const std::int64_t length = required_length(c.operand(i), axis);
    if (length == 0) continue;
    const SliceItem part = SliceItem::range(start, start + length);
    c.add(i, slice_along_axis(Op(c.delta), axis, part).value());
    start += length;
  }
}

kernel::Expr indexed_concat(const Node& node, IndexedContext& context) {
  const Axis axis = joined_axis(node.attributes);
  const std::size_t pos = node.results[0].axes.index(axis);
  std::int64_t start = axis.length();
  kernel::Expr element;
  for (std::size_t i = node.operands.size(); i-- > 0;) {
    const Axes& operand = node.operands[i].axes();
    const std::int64_t length = required_length(node.operands[i], axis);
    start -= length;
    IndexMap places = index_map_by_name(node, context, i);
    kernel::Index& along = places[operand.index(axis)];
    along = moved(context.place(pos), -start);
    const kernel::Index place = along;
    const kernel::Expr here = context.operand(i, places);
    element = element ? choose(kernel::within(place, 0, length), here, element) : here;
  }
  return element;
}

// In the order of the first operand's axes if they have the same axes.
std::vector<Operand> at_where(const std::vector<Op>& ops, const Operand::Where& where) {
  std::vector<Operand> operands;
  for (const Op& op : ops) {
    const bool typed = op.value().has_type() && ops[0].value().has_type();
    if (!typed || !op.axes().is_equal_set(ops[0].axes())) {
      operands.emplace_back(op, where);
      continue;
    }
    std::vector<Axis> order;
    for (const Axis& axis : ops[0].axes()) order.push_back(op.axes()[op.axes().index(axis)]);
    operands.emplace_back(axes_with_order(Operand(op, where), Axes(std::move(order))), where);
  }
  return operands;
}

}  // namespace

const OpDef stack_op = {
    .name = "stack",
    .class_name = "StackOp",
    .glyph = "≣",
    .family = Family::view,
    .doc = "The operands stacked along a new axis. Gradient: to each operand its slice of d.",
    .operands = {"operands…"},
    .attributes = {"axis", "pos"},
    .functions = {{{{"x_list", ParameterKind::operands},
                    {"axis", ParameterKind::axis},
                    {"pos", ParameterKind::integer, "0"}},
                   [](const OpArguments& a) {
                     return stack(a.operands("x_list"), a.axis("axis"), a.integer("pos"));
                   }}},
    .traits = {.cheap = true},
    .infer = infer_stack,
    .evaluate = evaluate_stack<double>,
    .evaluate_integers = evaluate_stack<Integer>,
    .adjoint = adjoint_stack,
    .lower = LowerKind::indexed,
    .indexed = indexed_stack,
    .flops = no_flops,
};

const OpDef concat_along_axis_op = {
    .name = "concat_along_axis",
    .class_name = "ConcatOp",
    .glyph = "⧺",
    .family = Family::view,
    .doc =
        "The operands concatenated along an existing axis. Gradient: to each "
        "operand its slice of d.",
    .operands = {"operands…"},
    .attributes = {"axis"},
    .functions = {{{{"x_list", ParameterKind::operands}, {"axis", ParameterKind::axis}},
                   [](const OpArguments& a) {
                     return concat_along_axis(a.operands("x_list"), a.axis("axis"));
                   }}},
    .traits = {.cheap = true},
    .infer = infer_concat,
    .evaluate = evaluate_concat<double>,
    .evaluate_integers = evaluate_concat<Integer>,
    .adjoint = adjoint_concat,
    .lower = LowerKind::indexed,
    .indexed = indexed_concat,
    .flops = no_flops,
};

std::optional<Axis> concatenated_axis(const Node& node) {
  return node.def == &concat_along_axis_op ? std::optional(joined_axis(node.attributes))
                                           : std::nullopt;
}

std::size_t joined_position(const Node& node) {
  return node.results[0].axes.index(joined_axis(node.attributes));
}

bool joins_by_copies(const Node& node) {
  constexpr std::size_t most_in_an_expression = 8;
  if (node.def != &stack_op && node.def != &concat_along_axis_op) return false;
  if (node.operands.size() <= most_in_an_expression) return false;
  std::vector<Axis> order = node.results[0].axes.list();
  if (node.def == &stack_op) {
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(joined_position(node)));
  }
  for (const Value& operand : node.operands) {
    if (operand.axes().list() != order) return false;
  }
  return true;
}

Op stack(const std::vector<Op>& operands, const Axis& axis, std::int64_t pos,
         Operand::Where where) {
  return make_op_at(stack_op, at_where(operands, where), {{"axis", Axes(axis)}, {"pos", pos}},
                    where);
}

Op concat_along_axis(const std::vector<Op>& operands, const Axis& axis, Operand::Where where) {
  return at_line(concat_along_axis_op, where, [&] {
    std::vector<Value> values;
    for (const Op& op : operands) values.push_back(op.value());
    require_operands(concat_along_axis_op, values);
    if (axis.is_flattened()) {
      refuse_join(ErrorKind::value, "operands cannot be joined along a flattened axis", axis.text(),
                  "an axis of its own: give the operands one by cast_axes");
    }
    const Axis joined = resized(axis, total_length(values, axis));
    return make_op_at(concat_along_axis_op, at_where(operands, where), {{"axis", Axes(joined)}},
                      where);
  });
}

}  // namespace ng
