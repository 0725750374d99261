// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/ordering/take.h"

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/ordering/axis_argument.h"
#include "engine/ops/ordering/scatter.h"
#include "engine/ops/reference_loops.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

void require_same_length(const Axis& own, const Axis& other) {
  if (!own.has_length() || !other.has_length() || own.length() == other.length()) return;
  Diagnostic diagnostic;
  diagnostic.what = "the positions differ in length from the operand";
  diagnostic.found = own.text();
  diagnostic.expected = other.text();
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::vector<TensorType> infer(std::span<const Value> operands, const Attributes& attributes) {
  require_values(take_op, operands, 2);
  return {{taken_axes(operands[0].axes(), operands[1].axes(), axis_of(attributes)),
           operands[0].dtype()}};
}

template <class T>
void evaluate(const Node& node, std::span<const ArrayOf<T>> in, std::span<ArrayOf<T>> out) {
  const Axes& elements = out[0].axes;
  const Axis axis = axis_of(node.attributes);
  AxisWalk walk = walk_of(elements, node.operands[0], node.operands[1], axis);
  walk.where = describe(node);
  std::size_t n = 0;
  for_each_index<2>(
      elements, {table_strides(elements, in[0].axes, axis), strides_over(elements, in[1].axes)},
      [&](const auto& at) {
        const T position = in[1].values[static_cast<std::size_t>(at[1])];
        const std::int64_t row = row_of(walk, static_cast<double>(position));
        out[0].values[n++] = in[0].values[static_cast<std::size_t>(at[0] + row * walk.row_stride)];
      });
}

void adjoint(AdjointContext& c) {
  const Value x = c.operand(0);
  const Op zeros = constant(Tensor(c.delta.dtype(), {}), Axes());
  c.add(0, scatter(broadcast(zeros, x.axes()), c.operand(1), c.delta, axis_of(c.node->attributes),
                   ScatterReduction::add)
               .value());
}

// An axis of the positions that is called as the taken one is not that of x.
std::vector<OpLoop> loops(const Node& node) {
  std::vector<OpLoop> all = loops_by_name(node);
  for (OpLoop& loop : all) {
    if (*loop.result == axis_of(node.attributes)) loop.operands[0].reset();
  }
  return all;
}

}  // namespace

Axes taken_axes(const Axes& x, const Axes& positions, const Axis& axis) {
  const Axis own = axis_in(x, axis);
  const Axes others = x - Axes(own);
  std::vector<Axis> axes;
  for (const Axis& each : x) {
    if (each != own) {
      axes.push_back(each);
      continue;
    }
    for (const Axis& added : positions) {
      if (!others.contains(added)) axes.push_back(added);
    }
  }
  for (const Axis& each : positions) {
    if (const auto at = others.find(each)) require_same_length(each, others[*at]);
  }
  return Axes(std::move(axes));
}

std::vector<std::int64_t> table_strides(const Axes& elements, const Axes& x, const Axis& axis) {
  std::vector<std::int64_t> strides = strides_over(elements, x);
  if (const auto at = elements.find(axis)) strides[*at] = 0;
  return strides;
}

AxisWalk walk_of(const Axes& elements, const Value& table, const Value& positions,
                 const Axis& axis) {
  AxisWalk walk;
  walk.dtype = table.dtype();
  walk.position_dtype = positions.dtype();
  const Axis own = axis_in(table.axes(), axis);
  walk.rows = own.length();
  walk.row_stride = strides_over(Axes(own), table.axes())[0];
  walk.positions = positions.axes().element_count();
  walk.table = table.axes().element_count();
  const std::vector<std::int64_t> in_table = table_strides(elements, table.axes(), axis),
                                  in_positions = strides_over(elements, positions.axes());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const AxisWalk::Dimension next{elements[i].length(), in_table[i], in_positions[i]};
    if (next.length == 1) continue;
    AxisWalk::Dimension* last = walk.dimensions.empty() ? nullptr : &walk.dimensions.back();
    const bool joins = last && last->table == next.table * next.length &&
                       last->position == next.position * next.length;
    if (joins) {
      *last = {last->length * next.length, next.table, next.position};
    } else {
      walk.dimensions.push_back(next);
    }
  }
  if (walk.dimensions.empty()) walk.dimensions.emplace_back();
  return walk;
}

std::int64_t row_of(const AxisWalk& walk, double position) {
  if (position > -1 && position < static_cast<double>(walk.rows)) {
    return static_cast<std::int64_t>(position);
  }
  refuse_position(walk, position);
}

const OpDef take_op = {
    .name = "take",
    .class_name = "Take",
    .glyph = "x[i]",
    .family = Family::view,
    .doc =
        "The elements of x at the positions along the axis, which the positions' new axes replace; "
        "other axes are matched by name. A position out of range fails the run. Gradient by x: d "
        "added up at the positions.",
    .operands = {"x", "positions"},
    .attributes = {"axis"},
    .functions = {{{{"x"}, {"positions"}, {"axis", ParameterKind::axis}},
                   [](const OpArguments& a) {
                     return take(a.operand("x"), a.operand("positions"), a.axis("axis"));
                   }}},
    .traits = {.exact = true},
    .infer = infer,
    .evaluate = evaluate<double>,
    .evaluate_integers = evaluate<Integer>,
    .selector = 1,
    .adjoint = adjoint,
    .flops = no_flops,
    .loops = loops,
    .indexed_axis = axis_of_positions,
};

Op take(const Operand& x, const Operand& positions, const Axis& axis) {
  return make_op_at(take_op, {x, positions}, {{"axis", Axes(axis)}}, x.where());
}

std::optional<Take> take_of(const Node& node) {
  if (node.def != &take_op) return std::nullopt;
  Take made{
      walk_of(node.results[0].axes, node.operands[0], node.operands[1], axis_of(node.attributes))};
  made.walk.where = describe(node);
  return made;
}

}  // namespace ng
