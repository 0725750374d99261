// SPDX-License-Identifier: Apache-2.0
// Rows of look-up and its gradient, along either axis of the table, with and without a padding row.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

struct Rows {
  Op table, rows;
};

Rows looked_up(ProgramBuilder& builder, bool update) {
  Draws& draws = builder.draws();
  const Axis v = builder.axis_of("V", draws.within(1, 12)), e = builder.random_axis();
  const Axis n = builder.random_axis();
  const bool second = draws.chance(30);
  const Axes axes = second ? Axes{e, v} : Axes{v, e};
  const Op any = builder.operand_over(axes, builder.random_float_type());
  const Op table = any.axes() == axes ? any : axes_with_order(any, axes);
  LookupOptions options;
  options.update = update || builder.recipe().smooth;
  if (!builder.recipe().smooth && draws.chance(30)) options.pad_idx = draws.below(v.length());
  const Op index = builder.indices(Axes(n), v.length());
  return {any, lookuptable(table, index, second ? Axes{e, n} : Axes{n, e}, options)};
}

void make_lookup(ProgramBuilder& builder, const OpDef&) {
  builder.add(looked_up(builder, builder.draws().chance(80)).rows);
}

void make_gradient(ProgramBuilder& builder, const OpDef&) {
  const Rows made = looked_up(builder, true);
  builder.add(deriv(sum(square(made.rows), out_axes(Axes())), made.table));
}

}  // namespace

std::vector<ProgramRow> lookup_rows() {
  return {{"lookuptable", make_lookup}, {"lookuptable_gradient", make_gradient}};
}

}  // namespace ng::fuzz
