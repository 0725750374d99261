// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/one_hot.h"

#include "engine/base/error.h"
#include "engine/ops/index_map.h"
#include "engine/ops/make_op.h"
#include "engine/runtime/class_check.h"

namespace ng {
namespace {

// The axis of classes, which the operand must not have.
Axes classes_axis(const OpDef& def, std::span<const Value> operands, const Attributes& attributes) {
  require_values(def, operands, 1);
  const Axes axis = attributes.get<Axes>("axis");
  const Axes& x = operands[0].axes();
  const bool fits = axis.size() == 1 && axis[0].known_length().value_or(1) > 0;
  if (fits && !x.contains(axis[0])) return axis;
  Diagnostic diagnostic;
  diagnostic.what = "one_hot needs one axis of classes, not empty, that its operand lacks";
  diagnostic.found = "(" + axis.text() + ")";
  diagnostic.expected = "an axis other than those of " + describe(operands[0]);
  refuse(ErrorKind::value, std::move(diagnostic));
}

template <const OpDef& def>
std::vector<TensorType> infer_rows(std::span<const Value> operands, const Attributes& attributes) {
  const Axes axis = classes_axis(def, operands, attributes);
  return {{axis + operands[0].axes(), result_dtype(attributes)}};
}

std::vector<TensorType> infer_checked(std::span<const Value> operands,
                                      const Attributes& attributes) {
  classes_axis(checked_classes_op, operands, attributes);
  return {operands[0].type()};
}

ClassCheck check_of(const Node& node) {
  const Axis axis = node.attributes.get<Axes>("axis")[0];
  return {axis.length(), axis.text(), describe(node), node.id};
}

// Toward zero.
kernel::Expr truncated(const Node&, std::span<const kernel::Expr> args) {
  const kernel::Expr size = kernel::apply(kernel::Fn::absolute, args[0]);
  return kernel::apply(kernel::Fn::multiply, kernel::apply(kernel::Fn::sign, args[0]),
                       kernel::apply(kernel::Fn::floordivide, size, kernel::constant(1)));
}

template <class T>
void evaluate_checked(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const ClassCheck check = check_of(node);
  for (std::size_t i = 0; i < in[0].values.size(); ++i) {
    out[0].values[i] = static_cast<T>(checked_class(check, static_cast<double>(in[0].values[i])));
  }
}

// A row of zeros for an invalid class.
template <class T>
void evaluate_rows(const Node&, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const std::int64_t classes = out[0].axes[0].length();
  std::size_t n = 0;
  for (std::int64_t c = 0; c < classes; ++c) {
    for (const T label : in[0].values) out[0].values[n++] = label == static_cast<T>(c);
  }
}

kernel::Expr indexed_rows(const Node& node, IndexedContext& context) {
  return kernel::apply(kernel::Fn::equal, context.operand(0, index_map_by_name(node, context, 0)),
                       kernel::position(context.place(0)));
}

template <class T>
void evaluate_one_hot(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  ArrayOf<T> checked = in[0];
  evaluate_checked<T>(node, in, std::span<ArrayOf<T>>(&checked, 1));
  evaluate_rows<T>(node, std::span<const ArrayOf<T>>(&checked, 1), out);
}

Value decompose_one_hot(const Node& node) {
  const Axis axis = node.attributes.get<Axes>("axis")[0];
  const Op checked = checked_classes(Op(node.operands[0]), axis);
  return make_op(class_rows_op, {checked}, node.attributes).value();
}

std::int64_t flops_rows(const Node& node) {
  return node.results[0].axes.element_count();
}

}  // namespace

const OpDef one_hot_op = {
    .name = "one_hot",
    .class_name = "OneHotOp",
    .glyph = "①",
    .family = Family::elementwise,
    .doc =
        "Along a new first axis: 1 at the class x, 0 elsewhere; x is truncated to an integer, and "
        "a class outside the axis fails the run. No gradient.",
    .operands = {"x"},
    .attributes = {"axis", "dtype"},
    .functions = {{{{"x"}, {"axis", ParameterKind::axis}}}},
    .traits = {.exact = true},
    .infer = infer_rows<one_hot_op>,
    .evaluate = evaluate_one_hot<double>,
    .evaluate_integers = evaluate_one_hot<Integer>,
    .rounds_once = true,
    .lower = LowerKind::composite,
    .decompose = decompose_one_hot,
    .flops = flops_rows,
    .indexed_axis = [](const Node& node, std::size_t) -> std::optional<Axis> {
      return node.attributes.get<Axes>("axis")[0];
    },
};

const OpDef checked_classes_op = {
    .name = "checked_classes",
    .class_name = "CheckedClasses",
    .glyph = "✓",
    .family = Family::elementwise,
    .doc =
        "x truncated to integers; a class outside the axis fails the run. No "
        "gradient.",
    .operands = {"x"},
    .attributes = {"axis"},
    .functions = {{{{"x"}, {"axis", ParameterKind::axis}}}},
    .traits = {.exact = true},
    .infer = infer_checked,
    .evaluate = evaluate_checked<double>,
    .evaluate_integers = evaluate_checked<Integer>,
    .scalar = truncated,
    .flops = [](const Node& node) { return node.results[0].axes.element_count(); },
};

const OpDef class_rows_op = {
    .name = "class_rows",
    .class_name = "OneHotTwoDimOp",
    .glyph = "◫",
    .family = Family::elementwise,
    .doc = "Along a new first axis: 1 where the position equals x, 0 elsewhere. No gradient.",
    .operands = {"x"},
    .attributes = {"axis", "dtype"},
    .functions = {{{{"x"}, {"axis", ParameterKind::axis}}}},
    .traits = {.cheap = true, .exact = true},
    .infer = infer_rows<class_rows_op>,
    .evaluate = evaluate_rows<double>,
    .evaluate_integers = evaluate_rows<Integer>,
    .rounds_once = true,
    .lower = LowerKind::indexed,
    .indexed = indexed_rows,
    .flops = flops_rows,
};

std::optional<ClassCheck> class_check_of(const Node& node) {
  return node.def == &checked_classes_op ? std::optional(check_of(node)) : std::nullopt;
}

Op one_hot(const Operand& x, const Axis& axis) {
  return make_op(one_hot_op, {x}, {{"axis", Axes(axis)}});
}

Op checked_classes(const Operand& x, const Axis& axis) {
  return make_op(checked_classes_op, {x}, {{"axis", Axes(axis)}});
}

Op class_rows(const Operand& x, const Axis& axis) {
  return make_op(class_rows_op, {x}, {{"axis", Axes(axis)}});
}

}  // namespace ng
