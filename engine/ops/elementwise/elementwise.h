// SPDX-License-Identifier: Apache-2.0
// Elementwise ops. Result axes: y's axes if they include all of x's, else x's axes
// followed by y's others. Operands are broadcast by name and never copied. Results are float32
// unless another dtype is requested.
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

Op negative(const Operand& x);
Op absolute(const Operand& x);
Op exp(const Operand& x);
Op log(const Operand& x);
Op tanh(const Operand& x);
Op sigmoid(const Operand& x);
Op square(const Operand& x);
Op sqrt(const Operand& x);
Op reciprocal(const Operand& x);
Op sin(const Operand& x);
Op cos(const Operand& x);
// The error function, 2 / sqrt(pi) times the integral of exp(-t t) from 0 to x.
Op erf(const Operand& x);
// -1, 0 or 1; NaN for NaN. No gradient.
Op sign(const Operand& x);
// x rounded toward minus infinity. No gradient.
Op floor(const Operand& x);
// x rounded toward plus infinity. No gradient.
Op ceil(const Operand& x);
// x rounded to the nearest integer, halves to the even one. No gradient.
Op round(const Operand& x);
// log(x + e^limit), at least `limit`: finite at 0.
Op safelog(const Operand& x, double limit = -50);
// A copy of x at this point of a sequence, optionally in another dtype.
Op value_of(const Operand& x, std::optional<DType> dtype = {});

Op add(const Operand& x, const Operand& y);
Op subtract(const Operand& x, const Operand& y);
Op multiply(const Operand& x, const Operand& y);
Op divide(const Operand& x, const Operand& y);
Op maximum(const Operand& x, const Operand& y);
Op minimum(const Operand& x, const Operand& y);
// The quotient rounded toward minus infinity, and the matching remainder, which has y's sign.
Op floordivide(const Operand& x, const Operand& y);
Op mod(const Operand& x, const Operand& y);
// x to the power y; 0 to the power 0 is 1, a negative x to a fractional power is NaN.
Op power(const Operand& x, const Operand& y);

// Comparisons return 0 or 1 in float32 and have no gradient. There is no operator==, because ops
// compare by identity.
Op equal(const Operand& x, const Operand& y);
Op not_equal(const Operand& x, const Operand& y);
Op less(const Operand& x, const Operand& y);
Op less_equal(const Operand& x, const Operand& y);
Op greater(const Operand& x, const Operand& y);
Op greater_equal(const Operand& x, const Operand& y);
// x where the condition is not 0, else y.
Op where(const Operand& condition, const Operand& x, const Operand& y);

// Bits of integers of one type, in two's complement; a number takes the type of the other operand.
// No gradient.
Op bitwise_and(const Operand& x, const Operand& y);
Op bitwise_or(const Operand& x, const Operand& y);
Op bitwise_xor(const Operand& x, const Operand& y);
Op bitwise_not(const Operand& x);
// By a negative number of places, or by all bits and more: 0, or to the right the sign.
Op left_shift(const Operand& x, const Operand& y);
Op right_shift(const Operand& x, const Operand& y);

inline Op operator-(const Op& x) {
  return negative(x);
}
inline Op operator+(const Operand& x, const Operand& y) {
  return add(x, y);
}
inline Op operator-(const Operand& x, const Operand& y) {
  return subtract(x, y);
}
inline Op operator*(const Operand& x, const Operand& y) {
  return multiply(x, y);
}
inline Op operator/(const Operand& x, const Operand& y) {
  return divide(x, y);
}
inline Op operator%(const Operand& x, const Operand& y) {
  return mod(x, y);
}
inline Op operator<(const Operand& x, const Operand& y) {
  return less(x, y);
}
inline Op operator<=(const Operand& x, const Operand& y) {
  return less_equal(x, y);
}
inline Op operator>(const Operand& x, const Operand& y) {
  return greater(x, y);
}
inline Op operator>=(const Operand& x, const Operand& y) {
  return greater_equal(x, y);
}

extern const OpDef negative_op, absolute_op, exp_op, log_op, tanh_op, sigmoid_op, square_op,
    sqrt_op, reciprocal_op, safelog_op, value_of_op, sin_op, cos_op, sign_op, floor_op, ceil_op,
    round_op, erf_op, add_op, subtract_op, multiply_op, divide_op, maximum_op, minimum_op,
    floordivide_op, mod_op, power_op, equal_op, not_equal_op, less_op, less_equal_op, greater_op,
    greater_equal_op, where_op, bitwise_and_op, bitwise_or_op, bitwise_xor_op, bitwise_not_op,
    left_shift_op, right_shift_op;

// Rows of the op table.
inline constexpr const OpDef* elementwise_ops[] = {
    &negative_op,   &absolute_op,    &exp_op,           &log_op,        &tanh_op,
    &sigmoid_op,    &square_op,      &sqrt_op,          &reciprocal_op, &safelog_op,
    &value_of_op,   &sin_op,         &cos_op,           &sign_op,       &floor_op,
    &ceil_op,       &round_op,       &erf_op,           &add_op,        &subtract_op,
    &multiply_op,   &divide_op,      &maximum_op,       &minimum_op,    &floordivide_op,
    &mod_op,        &power_op,       &equal_op,         &not_equal_op,  &less_op,
    &less_equal_op, &greater_op,     &greater_equal_op, &where_op,      &bitwise_and_op,
    &bitwise_or_op, &bitwise_xor_op, &bitwise_not_op,   &left_shift_op, &right_shift_op};

}  // namespace ng
