// SPDX-License-Identifier: Apache-2.0
// Rows of sources, effects, their order, and derivatives as values.
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/data.h"
#include "tests/fuzz/programs/items.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

void make_placeholder(ProgramBuilder& builder, const OpDef&) {
  builder.source(builder.random_axes(3), builder.random_type());
}

void make_constant(ProgramBuilder& builder, const OpDef&) {
  const Axes axes = builder.random_axes(3);
  const DType dtype = builder.random_type();
  if (builder.draws().chance(50)) return builder.add(constant(Tensor(0.75), axes) * 2);
  const Op c = constant(random_tensor(dtype, axes.lengths(), builder.draws(), false), axes);
  builder.add(c + builder.operand_over(axes, dtype));
}

// The next value of a variable: an expression of itself and of a value over some of its axes.
Op next_of(ProgramBuilder& builder, const Op& v) {
  Draws& draws = builder.draws();
  const Op x = builder.operand([&](const Op& op) { return op.axes().is_sub_set(v.axes()); },
                               builder.some_of(v.axes()), v.dtype());
  switch (draws.below(6)) {
    case 0: return v + x;
    case 1: return v - 0.125 * x;
    case 2: return x;
    case 3: return v * 0.5;
    case 4: return tanh(v) + maximum(x, 0.0);
    default: return 0.5 * v + sum(v, out_axes(Axes())) * 0.001;
  }
}

// A variable with the axes and dtype of an existing value.
Op some_variable(ProgramBuilder& builder) {
  const Op like = builder.operand();
  return builder.variable_over(like.axes(), like.dtype());
}

void make_assign(ProgramBuilder& builder, const OpDef&) {
  const Op v = some_variable(builder);
  builder.add_effect(assign(v, next_of(builder, v)));
}

// Assigns a value that is also a result to a variable.
void make_update_by_value(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const Op v = builder.variable_over(x.axes(), x.dtype());
  builder.add_effect(assign(v, builder.draws().chance(50) ? x : v - 0.1 * x));
}

void make_set_item(ProgramBuilder& builder, const OpDef&) {
  const Op v = some_variable(builder);
  const std::vector<SliceItem> items = random_items(builder, v.axes());
  if (builder.draws().chance(40))
    return builder.add_effect(set_item(v, items, value_of(0.25, v.dtype())));
  const Axes part = builder.some_of(axes_of_part(v.axes(), items));
  const Op x = tanh(builder.source(part, DType::f32));
  builder.add_effect(
      set_item(v, items, value_of(builder.draws().chance(50) ? x : x + 1, v.dtype())));
}

void make_fill(ProgramBuilder& builder, const OpDef&) {
  builder.add_effect(fill(some_variable(builder), 0.5));
}

// Reads, writes, reads again and writes again.
void make_sequential(ProgramBuilder& builder, const OpDef&) {
  const Op v = some_variable(builder);
  const Op before = value_of(v), first = assign(v, next_of(builder, v));
  const Op between = v * 2, second = assign(v, next_of(builder, v));
  const Op after = builder.draws().chance(50) ? v * 1 : before + v;
  builder.add(sequential({before, first, between, second, after}));
  builder.add(between);
}

void make_doall(ProgramBuilder& builder, const OpDef&) {
  const Op a = some_variable(builder);
  const Op b = builder.variable_over(a.axes(), a.dtype());
  if (a == b) return;
  builder.add_effect(doall({assign(a, b * 1), assign(b, a * 0.5)}));
}

void make_temporary(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  const Op t = temporary(x.axes(), x.dtype());
  builder.add(sequential({assign(t, x + t), assign(t, t * 0.5), t + x}));
}

bool reads(const Op& op, std::string_view name) {
  for (const NodePtr& node : ordered_nodes({op.value()}))
    if (node->def->name == name) return true;
  return false;
}

// First or second derivative of a value by one of its sources.
void make_deriv(ProgramBuilder& builder, const OpDef&) {
  const auto is_smooth = [](const Op& op) { return is_float(op.dtype()); };
  const Op y = builder.operand(is_smooth, builder.random_axes(2), DType::f32);
  const std::vector<Op> sources = y.variables();
  if (sources.empty()) return;
  const Op x = sources[static_cast<std::size_t>(
      builder.draws().below(static_cast<std::int64_t>(sources.size())))];
  const Op first = deriv(mean(square(y), out_axes(Axes())), x);
  if (reads(y, "ctc")) return builder.add(stop_gradient(first));  // ctc has no second derivative
  builder.add(builder.draws().chance(60) ? first : deriv(sum(square(first), out_axes(Axes())), x));
}

}  // namespace

std::vector<ProgramRow> state_rows() {
  return {{"placeholder", make_placeholder},
          {"variable", make_assign},
          {"persistent_tensor", make_set_item},
          {"temporary", make_temporary},
          {"constant", make_constant},
          {"assign", make_assign},
          {"assign", make_update_by_value},
          {"set_item", make_set_item},
          {"fill", make_fill},
          {"sequential", make_sequential},
          {"doall", make_doall},
          {"deriv", make_deriv}};
}

}  // namespace ng::fuzz
