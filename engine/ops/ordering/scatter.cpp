// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ordering/scatter.h"

#include <array>
#include <cmath>
#include <utility>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/kept_value.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/ops/ordering/group_products.h"
#include "engine/ops/ordering/take.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// In the order of ScatterReduction.
constexpr std::array<std::string_view, 5> reduction_names = {"none", "add", "mul", "max", "min"};

ScatterReduction reduction_of(const Node& node) {
  return scatter_reduction(node.attributes.get<std::string>("reduction"));
}

void require_updates(const Value& updates, const Axes& axes, DType dtype) {
  bool same = updates.axes().is_equal_set(axes) && updates.dtype() == dtype;
  for (const Axis& axis : updates.axes()) {
    if (!same) break;
    const Axis& other = axes[axes.index(axis)];
    same = !axis.has_length() || !other.has_length() || axis.length() == other.length();
  }
  if (same) return;
  Diagnostic diagnostic;
  diagnostic.what = "the updates of a scatter do not fit";
  diagnostic.found = describe(updates);
  diagnostic.expected = std::string(name(dtype)) + " over (" + axes.text() + "), in any order";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  require_values(scatter_op, operands, 3);
  scatter_reduction(attributes.get<std::string>("reduction"));
  const TensorType into = operands[0].type();
  require_updates(operands[2], taken_axes(into.axes, operands[1].axes(), axis_of(attributes)),
                  into.dtype);
  return {into};
}

bool is_nan(double x) {
  return std::isnan(x);
}
bool is_nan(Integer) {
  return false;
}

template <class T>
T combined(ScatterReduction reduction, T old, T update) {
  switch (reduction) {
    case ScatterReduction::add: return old + update;
    case ScatterReduction::mul: return old * update;
    case ScatterReduction::max: return is_nan(old) || old > update ? old : update;
    case ScatterReduction::min: return is_nan(old) || old < update ? old : update;
    case ScatterReduction::none: break;
  }
  return update;
}

template <class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& elements = in[2].axes;
  const Axis axis = axis_of(node.attributes);
  AxisWalk walk = walk_of(elements, node.operands[0], node.operands[1], axis);
  walk.where = describe(node);
  const ScatterReduction reduction = reduction_of(node);
  for (const T& position : in[1].values) row_of(walk, static_cast<double>(position));
  out[0].values = in[0].values;
  std::size_t n = 0;
  for_each_index<2>(
      elements, {table_strides(elements, in[0].axes, axis), strides_over(elements, in[1].axes)},
      [&](const auto& at) {
        const T position = in[1].values[static_cast<std::size_t>(at[1])];
        const std::int64_t row = row_of(walk, static_cast<double>(position));
        T& element = out[0].values[static_cast<std::size_t>(at[0] + row * walk.row_stride)];
        element = combined(reduction, element, in[2].values[n++]);
      });
}

// The operands of a scatter, and the ops that its gradients are made of.
struct Parts {
  explicit Parts(AdjointContext& c)
      : into(c.operand(0)),
        positions(c.operand(1)),
        updates(c.operand(2)),
        d(c.delta),
        axis(axis_of(c.node->attributes)) {}
  Op into, positions, updates, d;
  Axis axis;

  // The positions' axes that number the updates; the others are matched by name.
  Axes own() const { return positions.axes() - (into.axes() - Axes(axis_in(into.axes(), axis))); }
  Op taken(const Op& x) const { return axes_with_order(take(x, positions, axis), updates.axes()); }
  // The values of each element added up.
  Op sums(const Op& values) const {
    const Op zeros = broadcast(constant(Tensor(values.dtype(), {}), Axes()), into.axes());
    return scatter(zeros, positions, values, axis, ScatterReduction::add);
  }
};

// 1 for the updates that no later one replaces: those whose number is the last of their element.
Op last_ones(const Parts& p) {
  std::vector<Axis> order;
  for (const Axis& axis : p.updates.axes()) {
    if (p.positions.axes().contains(axis)) order.push_back(axis);
  }
  const Axes axes(std::move(order));
  Tensor numbers(DType::i64, axes.lengths());
  for (std::int64_t i = 0; i < numbers.size(); ++i) numbers.as<std::int64_t>()[i] = i + 1;
  const Op number = constant(numbers, axes);
  const Axes others = p.into.axes() - Axes(axis_in(p.into.axes(), p.axis));
  std::vector<Axis> kept;
  for (const Axis& axis : p.into.axes()) {
    if (axis == p.axis || (p.positions.axes().contains(axis) && others.contains(axis)))
      kept.push_back(axis);
  }
  const Op none = broadcast(constant(Tensor(DType::i64, {}), Axes()), Axes(std::move(kept)));
  const Op last = scatter(none, p.positions, number, p.axis, ScatterReduction::max);
  return equal(axes_with_order(take(last, p.positions, p.axis), axes), number);
}

void adjoint_none(AdjointContext& c, const Parts& p) {
  const Op nothing = broadcast(constant(Tensor(p.d.dtype(), {}), Axes()), p.updates.axes());
  c.add(0, scatter(p.d, p.positions, nothing, p.axis).value());
  c.add(2, (p.taken(p.d) * last_ones(p)).value());
}

// d times the product of the other factors of an element, also where factors are 0. The derivatives
// of the quotient would be wrong there: they are those of the product.
void adjoint_mul(AdjointContext& c, const Parts& p) {
  const DType dtype = current_result_type();
  const Op ones = broadcast(value_of(1.0, dtype), p.into.axes());
  const Op updates = of_type(p.updates, dtype);
  c.add(0, (p.d * scatter(ones, p.positions, updates, p.axis, ScatterReduction::mul)).value());

  const Op zero = equal(p.updates, 0), zeros = p.sums(zero) + equal(p.into, 0);
  const Op clean = where(zero, 1, p.updates), into = where(equal(p.into, 0), 1, p.into);
  const Op product = scatter(into, p.positions, clean, p.axis, ScatterReduction::mul);
  const Op quotient = p.taken(p.d * product) / clean * equal(p.taken(zeros), zero);
  const Op others = p.taken(p.d * p.into) * others_of_position(updates, p.positions, p.own());
  c.add(2, kept_value(of_type(others, quotient.value().type()), quotient).value());
}

void adjoint_extreme(AdjointContext& c, const Parts& p) {
  const Op result = c.result();
  c.add(0, where(equal(p.into, result), p.d, 0).value());
  c.add(2, where(equal(p.updates, p.taken(result)), p.taken(p.d), 0).value());
}

void adjoint(AdjointContext& c) {
  const Parts p(c);
  switch (reduction_of(*c.node)) {
    case ScatterReduction::none: return adjoint_none(c, p);
    case ScatterReduction::mul: return adjoint_mul(c, p);
    case ScatterReduction::max:
    case ScatterReduction::min: return adjoint_extreme(c, p);
    case ScatterReduction::add: break;
  }
  c.add(0, c.delta);
  c.add(2, p.taken(p.d).value());
}

bool is_small(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 || dtype == DType::bool_;
}

// Small types are combined in larger ones, and rounded once.
Value decompose(const Node& node) {
  const DType dtype = node.results[0].dtype, wide = is_float(dtype) ? DType::f32 : DType::i64;
  if (reduction_of(node) == ScatterReduction::none || !is_small(dtype)) return {};
  return scatter(value_of(Op(node.operands[0]), wide), Op(node.operands[1]),
                 value_of(Op(node.operands[2]), wide), axis_of(node.attributes), reduction_of(node))
      .value();
}

std::int64_t flops(const Node& node) {
  const bool combines = reduction_of(node) != ScatterReduction::none;
  return combines ? node.operands[2].axes().element_count() : 0;
}

bool is_zero(const Value& value) {
  const TensorPtr constant = constant_value(value);
  return constant && std::all_of(constant->bytes.begin(), constant->bytes.end(),
                                 [](std::byte byte) { return byte == std::byte{}; });
}

// The axes that are not scattered along; and of sums from zero, the updates' own axes.
std::vector<OpLoop> loops(const Node& node) {
  const Axes axis(axis_of(node.attributes));
  std::vector<OpLoop> all = loops_by_name(node, axis);
  if (reduction_of(node) != ScatterReduction::add || !is_zero(node.operands[0])) return all;
  for (const Axis& own : node.operands[2].axes()) {
    if (node.results[0].axes.contains(own) && !axis.contains(own)) continue;
    const auto in = [&own](const Value& value) -> std::optional<Axis> {
      const auto at = value.axes().find(own);
      return at ? std::optional(value.axes()[*at]) : std::nullopt;
    };
    all.push_back({{std::nullopt, in(node.operands[1]), own}, std::nullopt, kernel::Combine::add});
  }
  return all;
}

}  // namespace

const OpDef scatter_op = {
    .name = "scatter",
    .class_name = "Scatter",
    .glyph = "x[i]=",
    .family = Family::view,
    .doc =
        "into with the elements at the positions along the axis replaced by the updates, or "
        "combined with them (add, mul, max, min), in the updates' order; the last one replaces. "
        "A position out of range fails the run. Gradients: d by into where nothing was replaced, "
        "and d at the positions by the updates that count.",
    .operands = {"into", "positions", "updates"},
    .attributes = {"axis", "reduction"},
    .functions = {{{{"into"},
                    {"positions"},
                    {"updates"},
                    {"axis", ParameterKind::axis},
                    {"reduction", ParameterKind::text, "'none'"}},
                   [](const OpArguments& a) {
                     return scatter(a.operand("into"), a.operand("positions"), a.operand("updates"),
                                    a.axis("axis"), a.text("reduction"));
                   }}},
    .traits = {},
    .infer = infer,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .selector = 1,
    .adjoint = adjoint,
    .lower = LowerKind::composite,
    .decompose = decompose,
    .flops = flops,
    .loops = loops,
    .indexed_axis = axis_of_positions,
};

Op scatter(const Operand& into, const Operand& positions, const Operand& updates, const Axis& axis,
           ScatterReduction reduction) {
  return make_op_at(
      scatter_op, {into, positions, updates},
      {{"axis", Axes(axis)},
       {"reduction", std::string(reduction_names[static_cast<std::size_t>(reduction)])}},
      into.where());
}

Op scatter(const Operand& into, const Operand& positions, const Operand& updates, const Axis& axis,
           const std::string& reduction) {
  return scatter(into, positions, updates, axis, scatter_reduction(reduction));
}

ScatterReduction scatter_reduction(const std::string& name) {
  for (std::size_t i = 0; i < reduction_names.size(); ++i) {
    if (reduction_names[i] == name) return static_cast<ScatterReduction>(i);
  }
  Diagnostic diagnostic;
  diagnostic.what = "unknown reduction of a scatter";
  diagnostic.found = "'" + name + "'";
  diagnostic.expected = "none, add, mul, max or min";
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::optional<Scatter> scatter_of(const Node& node) {
  if (node.def != &scatter_op) return std::nullopt;
  const DType dtype = node.results[0].dtype;
  const ScatterReduction reduction = reduction_of(node);
  if (is_small(dtype) && reduction != ScatterReduction::none) return std::nullopt;
  Scatter made{walk_of(node.operands[2].axes(), node.operands[0], node.operands[1],
                       axis_of(node.attributes)),
               reduction};
  made.walk.where = describe(node);
  return made;
}

}  // namespace ng
