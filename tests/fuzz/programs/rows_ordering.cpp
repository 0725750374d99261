// SPDX-License-Identifier: Apache-2.0
// Rows of running sums, sorting, taking and scattering, along any axis.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

CumulativeOptions options(Draws& draws) {
  return {draws.chance(40), draws.chance(40)};
}

Op with_axis(ProgramBuilder& builder) {
  const Axes axes = builder.random_axes(2) | Axes(builder.random_axis());
  return builder.operand_over(axes, builder.random_float_type());
}

Axis one_of(ProgramBuilder& builder, const Axes& axes) {
  return axes[static_cast<std::size_t>(builder.draws().below(std::ssize(axes.list())))];
}

void make_sum(ProgramBuilder& builder, const OpDef&) {
  const Op x = with_axis(builder);
  builder.add(cumulative_sum(x, one_of(builder, x.axes()), options(builder.draws())));
}

void make_product(ProgramBuilder& builder, const OpDef&) {
  const Op x = with_axis(builder), near_one = 1 + 0.05 * tanh(x);
  builder.add(cumulative_product(near_one, one_of(builder, x.axes()), options(builder.draws())));
}

// Of a source: other values are rounded, so that nearly equal ones may change places.
void make_argsort(ProgramBuilder& builder, const OpDef&) {
  const Axes axes = builder.random_axes(2) | Axes(builder.random_axis());
  const Op x = builder.source(axes, builder.random_type());
  const Axis axis = one_of(builder, x.axes());
  const Axis ranks = builder.axis_of("R", builder.draws().within(1, axis.length()));
  builder.add(argsort(x, axis, ranks, builder.draws().chance(50)));
}

struct Places {
  Op table, at;
  Axis axis;
};

Places places(ProgramBuilder& builder) {
  const Op table = with_axis(builder);
  const Axis axis = one_of(builder, table.axes());
  const Axis more = builder.axis_of("T", builder.draws().within(1, 9));
  const Axes shared = builder.some_of(table.axes() - Axes(axis));
  return {table, builder.indices(shared | Axes(more), axis.length()), axis};
}

void make_take(ProgramBuilder& builder, const OpDef&) {
  const Places p = places(builder);
  if (builder.fits(taken_axes(p.table.axes(), p.at.axes(), p.axis)))
    builder.add(take(p.table, p.at, p.axis));
}

void make_scatter(ProgramBuilder& builder, const OpDef&) {
  const Places p = places(builder);
  const Axes axes = taken_axes(p.table.axes(), p.at.axes(), p.axis);
  if (!builder.fits(axes)) return;
  constexpr ScatterReduction reductions[] = {ScatterReduction::none, ScatterReduction::add,
                                             ScatterReduction::mul, ScatterReduction::max,
                                             ScatterReduction::min};
  const bool smooth = builder.recipe().smooth;
  const ScatterReduction reduction =
      smooth ? ScatterReduction::add : builder.draws().one_of(reductions);
  const Op updates = builder.operand_over(builder.shuffled(axes), p.table.dtype());
  const Op small = reduction == ScatterReduction::mul
                       ? value_of(1 + 0.05 * tanh(updates), p.table.dtype())
                       : updates;
  builder.add(scatter(p.table, p.at, small, p.axis, reduction));
}

}  // namespace

std::vector<ProgramRow> ordering_rows() {
  return {{"cumulative_sum", make_sum},
          {"cumulative_product", make_product},
          {"argsort", make_argsort},
          {"take", make_take},
          {"scatter", make_scatter}};
}

}  // namespace ng::fuzz
