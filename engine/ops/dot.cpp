// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/dot.h"

#include "engine/base/error.h"
#include "engine/kernels/integer_functions.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_functions.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/shapes/view.h"

namespace ng {
namespace {

// Explicit pairs (two lists of axes, from a document or an adjoint) take precedence over the rule:
// gradients contract axes that the rule by name would not always find.
DotAxes pairs(std::span<const Value> operands, const Attributes& attributes) {
  const Axes& x = operands[0].axes();
  const Axes& y = operands[1].axes();
  const auto x_axes = attributes.get<Axes>("x_axes");
  const auto y_axes = attributes.get<Axes>("y_axes");
  if (!attributes.has("x_axes")) return dot_axes(x, y);
  DotAxes result{x_axes.list(), y_axes.list(), (x - x_axes) + (y - y_axes)};
  if (x_axes.size() != y_axes.size() || !x_axes.is_sub_set(x) || !y_axes.is_sub_set(y)) {
    Diagnostic diagnostic;
    diagnostic.what = "dot's x_axes and y_axes must pair axes of its operands";
    diagnostic.found = "(" + x_axes.text() + ") with (" + y_axes.text() + ")";
    diagnostic.expected = "axes of " + describe(operands[0]) + " and of " + describe(operands[1]);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  return result;
}

void require_lengths(std::span<const Value> operands, const DotAxes& axes) {
  for (std::size_t i = 0; i < axes.x_contracted.size(); ++i) {
    const auto a = axes.x_contracted[i].known_length(), b = axes.y_contracted[i].known_length();
    if (!a || !b || *a == *b) continue;
    Diagnostic diagnostic;
    diagnostic.what = "dot pairs axes of different lengths";
    diagnostic.found = axes.x_contracted[i].text() + " of " + describe(operands[0]) + " and " +
                       axes.y_contracted[i].text() + " of " + describe(operands[1]);
    diagnostic.expected = "equal lengths";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
}

std::vector<TensorType> infer_dot(std::span<const Value> operands, const Attributes& attributes) {
  require_values(dot_op, operands, 2);
  const DotAxes axes = pairs(operands, attributes);
  require_lengths(operands, axes);
  return {{axes.out, result_dtype(attributes)}};
}

// `axes` with each axis of `from` replaced by its partner in `to`.
Axes replaced(const Axes& axes, const std::vector<Axis>& from, const std::vector<Axis>& to) {
  std::vector<Axis> names;
  for (const Axis& axis : axes) {
    Axis name = axis;
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (from[i] == axis) name = to[i];
    }
    names.push_back(name);
  }
  return Axes(std::move(names));
}

void add_product(double& sum, double x, double y) {
  sum += x * y;
}
void add_product(Integer& sum, Integer x, Integer y) {
  using kernel::evaluate_integers, kernel::Fn;
  sum = evaluate_integers(Fn::add, sum, evaluate_integers(Fn::multiply, x, y));
}

template <class T>
void evaluate_dot(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const DotAxes axes = dot_axes_of(node);
  const Axes contracted(axes.x_contracted);
  const Axes y_axes = replaced(in[1].axes, axes.y_contracted, axes.x_contracted);
  const Axes space = out[0].axes + contracted;
  std::vector<T>& results = out[0].values;
  std::fill(results.begin(), results.end(), T());
  if (results.empty()) return;
  std::size_t place = 0;
  T sum = T();  // of results[place], which the innermost loops do not change
  for_each_index<3>(space,
                    {strides_over(space, in[0].axes), strides_over(space, y_axes),
                     strides_over(space, out[0].axes)},
                    [&](const auto& at) {
                      if (const auto now = static_cast<std::size_t>(at[2]); now != place) {
                        results[place] = sum;
                        sum = results[place = now];
                      }
                      add_product(sum, in[0].values[static_cast<std::size_t>(at[0])],
                                  in[1].values[static_cast<std::size_t>(at[1])]);
                    });
  results[place] = sum;
}

// Contracts d with the other operand over that operand's own axes, and casts the paired axes to
// this operand's names: afterwards, or before if the dot would contain a name twice (a recurrent
// weight on (H, H-1)).
Value gradient_for(const Value& delta, Value other, const std::vector<Axis>& own_paired,
                   const std::vector<Axis>& other_paired, const Axes& own, bool delta_first) {
  const Axes others = other.axes() - Axes(other_paired);
  const bool collides = !((own - Axes(own_paired)) & Axes(other_paired)).empty();
  if (collides) {
    other = cast_axes(other, replaced(other.axes(), other_paired, own_paired)).value();
  }
  const Attributes attributes{{"x_axes", others}, {"y_axes", others}};
  const Op product = delta_first ? make_op(dot_op, {delta, other}, attributes)
                                 : make_op(dot_op, {other, delta}, attributes);
  const Op renamed_product =
      collides ? product : cast_axes(product, replaced(product.axes(), other_paired, own_paired));
  return axes_with_order(renamed_product, own).value();
}

void adjoint_dot(AdjointContext& c) {
  const DotAxes axes = dot_axes_of(*c.node);
  const Value x = c.operand(0), y = c.operand(1);
  c.add(0, gradient_for(c.delta, y, axes.x_contracted, axes.y_contracted, x.axes(), true));
  c.add(1, gradient_for(c.delta, x, axes.y_contracted, axes.x_contracted, y.axes(), false));
}

std::int64_t flops_dot(const Node& node) {
  const DotAxes axes = dot_axes_of(node);
  return 2 * node.results[0].axes.element_count() * Axes(axes.x_contracted).element_count();
}

}  // namespace

DotAxes dot_axes_of(const Node& node) {
  return pairs(node.operands, node.attributes);
}

const OpDef dot_op = {
    .name = "dot",
    .class_name = "DotOp",
    .glyph = "⊗",
    .family = Family::dense,
    .doc =
        "The sum of products over the axes that x and y pair: by dual level when an operand "
        "carries one (C-1 with C), else every axis they share by name. Result axes: x's others, "
        "then y's. No shared axis: the outer product. ∂x = dot(d, y), ∂y = dot(x, d).",
    .operands = {"x", "y"},
    .attributes = {"dtype", "x_axes", "y_axes"},
    .functions = binary_function(),
    .traits = {},
    .infer = infer_dot,
    .evaluate = evaluate_dot<double>,
    .evaluate_integers = evaluate_dot<Integer>,
    .adjoint = adjoint_dot,
    .lower = LowerKind::contraction,
    .flops = flops_dot,
};

Op dot(const Operand& x, const Operand& y) {
  return make_op(dot_op, {x, y});
}

}  // namespace ng
