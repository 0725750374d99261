// SPDX-License-Identifier: Apache-2.0
// Rows of elementwise ops that need more than operands: casts and constants.
#include "engine/graph/op_def.h"
#include "engine/ops/make_op.h"
#include "tests/fuzz/programs/builder.h"
#include "tests/fuzz/programs/rows.h"

namespace ng::fuzz {
namespace {

void make_value_of(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  builder.add(value_of(x, builder.random_type()));
}

// Exercises the rules of simplify with the identity elements of ops.
void make_multiply(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  Draws& draws = builder.draws();
  constexpr double numbers[] = {0, 1, -1, 2, 0.5, -0.0};
  switch (draws.below(5)) {
    case 0: return builder.add(x * draws.one_of(numbers));
    case 1: return builder.add(x * draws.one_of(numbers) + draws.one_of(numbers));
    case 2: return builder.add(x * x);
    case 3: return builder.add(x * sum(x, out_axes(builder.some_of(x.axes()))));
    default: break;
  }
  const Op y = builder.operand(
      [&](const Op& other) { return builder.fits(x.axes() | other.axes()); }, x.axes(), x.dtype());
  builder.add(x * y);
}

// Makes the sign of a zero visible, also after adding 0.
void make_reciprocal(ProgramBuilder& builder, const OpDef&) {
  Draws& draws = builder.draws();
  if (draws.chance(60)) return builder.add(reciprocal(square(builder.operand()) + 0.5));
  const Op x = builder.wild_source(builder.random_axes(2), builder.random_float_type());
  switch (draws.below(4)) {
    case 0: return builder.add_as_it_is(reciprocal(x + 0.0));
    case 1: return builder.add_as_it_is(reciprocal(x - 0.0));
    case 2: return builder.add_as_it_is(reciprocal(x * 1.0));
    default: return builder.add_as_it_is(reciprocal(-x + 0.0) * 0.5);
  }
}

void make_log(ProgramBuilder& builder, const OpDef&) {
  const Op x = builder.operand();
  if (builder.draws().chance(40)) return builder.add(log(exp(x)));
  builder.add(log(square(x) + 0.5));
}

// Of inputs, whose elements are exact.
void make_bits(ProgramBuilder& builder, const OpDef& def) {
  constexpr DType types[] = {DType::i8, DType::i32, DType::i64, DType::u8, DType::u64};
  const DType dtype = builder.draws().one_of(types);
  std::vector<Operand> operands = {builder.source(builder.random_axes(2), dtype)};
  if (def.operands.size() > 1) operands.emplace_back(builder.source(builder.random_axes(1), dtype));
  builder.add(make_op(def, operands));
}

}  // namespace

std::vector<ProgramRow> elementwise_rows() {
  return {{"bitwise_and", make_bits},     {"bitwise_not", make_bits},  {"bitwise_or", make_bits},
          {"bitwise_xor", make_bits},     {"left_shift", make_bits},   {"right_shift", make_bits},
          {"value_of", make_value_of},    {"multiply", make_multiply}, {"log", make_log},
          {"reciprocal", make_reciprocal}};
}

}  // namespace ng::fuzz
