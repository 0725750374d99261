// SPDX-License-Identifier: Apache-2.0
// Rows of reductions and counts.
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

Over random_over(ProgramBuilder& builder, const Op& x) {
  Draws& draws = builder.draws();
  switch (draws.below(5)) {
    case 0: return {};
    case 1: return out_axes(Axes());
    case 2: return reduce_over(Axes());
    default: return reduce_over(builder.some_of(x.axes()));
  }
}

template <Op (*reduce)(const Operand&, const Over&)>
void make(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(reduce(x, random_over(builder, x)));
}

void make_sum(ProgramBuilder& builder, const OpDef& def) {
  if (!builder.draws().chance(20)) return make<sum>(builder, def);
  const bool wild = builder.draws().chance(30);
  const Op x = wild ? builder.wild_source(builder.random_axes(1), DType::f32) : builder.operand();
  const Axes more = x.axes() | Axes(builder.random_axis());
  if (!builder.fits(more)) return;
  const Op total = sum(broadcast(x, more), out_axes(builder.some_of(more)));
  wild ? builder.add_as_it_is(total) : builder.add(total);
}

// Factors near 1, so that neither the product nor its gradient overflows; sometimes with a 0.
void make_prod(ProgramBuilder& builder, const OpDef&) {
  if (builder.draws().chance(15)) {
    const Op wild = builder.wild_source(builder.random_axes(2), DType::f32);
    const Op product = prod(wild, random_over(builder, wild));
    builder.add_as_it_is(product);
    return builder.add_as_it_is(deriv(sum(product, out_axes(Axes())), wild));
  }
  const Op x = builder.operand();
  const Op near_one = builder.draws().chance(60) ? 1 + 0.05 * tanh(x) : x;
  builder.add(prod(near_one, random_over(builder, x)));
}

void make_L2_norm(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(L2_norm(x, random_over(builder, x)));
}

void make_batch_size(ProgramBuilder& builder, const OpDef&) {
  builder.add(batch_size(builder.operand()));
}

}  // namespace

std::vector<ProgramRow> reduction_rows() {
  return {{"sum", make_sum},
          {"max", make<max>},
          {"min", make<min>},
          {"mean", make<mean>},
          {"variance", make<variance>},
          {"prod", make_prod},
          {"argmax", make<argmax>},
          {"argmin", make<argmin>},
          {"squared_L2", make<squared_L2>},
          {"L1_norm", make<L1_norm>},
          {"L2_norm", make_L2_norm},
          {"tensor_size", make<tensor_size>},
          {"batch_size", make_batch_size}};
}

}  // namespace ng::fuzz
