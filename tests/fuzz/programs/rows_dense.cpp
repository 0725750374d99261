// SPDX-License-Identifier: Apache-2.0
// Rows of dot: by name, by dual level, in any order of axes, below and above the size for a
// library, and updates of variables by matmuls.
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

bool affordable(const ProgramBuilder& builder, const Axes& x, const Axes& y) {
  return (x | y).element_count() <= builder.recipe().most_products;
}

Op by_name(ProgramBuilder& builder, const Op& x) {
  const Axes own = builder.random_axes(2);
  const Axes shared = builder.some_of(x.axes());
  const Op y = builder.operand(
      [&](const Op& other) {
        return affordable(builder, x.axes(), other.axes()) && other.dtype() == x.dtype();
      },
      builder.shuffled((own - x.axes()) + shared), x.dtype());
  return builder.draws().chance(50) ? dot(x, y) : dot(y, x);
}

// A weight from some of x's axes to others.
Op by_dual(ProgramBuilder& builder, const Op& x) {
  Axes in = builder.some_of(x.axes());
  for (const Axis& axis : x.axes())
    if (axis.dual_level() != 0 || axis.is_flattened()) in = in - Axes(axis);
  const Axes out = builder.random_axes(1) - (x.axes() - in);
  const Axes weight = in.get_dual(-1) + out;
  const Op w = builder.operand_over(weight, x.dtype());
  return dot(w, x);
}

// Two operands of one length, large enough for a library, each in either order.
Op of_matrices(ProgramBuilder& builder) {
  Draws& draws = builder.draws();
  const DType dtype = builder.random_float_type();
  const Axis m = builder.random_axis(), k = builder.random_axis(), n = builder.random_axis();
  const Op x = builder.operand_over(builder.shuffled(Axes{m, k}), dtype);
  const Op y = builder.operand_over(builder.shuffled(Axes{k, n}), dtype);
  return draws.chance(50) ? dot(x, y) : dot(tanh(x), y + 0.5);
}

void make_dot(ProgramBuilder& builder, const OpDef&) {
  Draws& draws = builder.draws();
  const std::int64_t kind = draws.below(10);
  Op made;
  if (kind < 4) {
    made = of_matrices(builder);
  } else if (kind < 5) {  // one long sum whose terms have equal sign
    const Op x = builder.operand();
    made = dot(x, x);
  } else {
    const Op x = builder.operand();
    made = kind < 8 ? by_name(builder, x) : by_dual(builder, x);
  }
  const bool flat = draws.chance(25);
  const Op out = flat ? flatten(made) : made;
  if (flat && draws.chance(70)) builder.add(made);
  builder.add(out);
  if (!draws.chance(25) || !builder.fits(out.axes())) return;
  const Op w = builder.variable_over(out.axes(), DType::f32);
  builder.add_effect(assign(w, w - 0.125 * out));
}

}  // namespace

std::vector<ProgramRow> dense_rows() {
  // Listed several times, since most of a program's arithmetic is here.
  return {{"dot", make_dot}, {"dot", make_dot}, {"dot", make_dot}};
}

}  // namespace ng::fuzz
