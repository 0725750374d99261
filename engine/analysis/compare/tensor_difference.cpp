// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/tensor_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/base/epsilon.h"

namespace ng {
namespace {

double largest(const Tensor& tensor) {
  double most = 0;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (std::isfinite(tensor.at(i))) most = std::max(most, std::abs(tensor.at(i)));
  }
  return most;
}

// The float type with the larger epsilon; integers are not rounded.
DType coarser(DType left, DType right) {
  if (!is_float(left) || !is_float(right)) return right;
  return epsilon(left) > epsilon(right) ? left : right;
}

bool same(const Number& l, const Number& r) {
  return l == r || (std::isnan(l.real()) && std::isnan(r.real()));
}

// Signed distance of `value` from 0 in units of the dtype; `value` is representable in the dtype.
std::int64_t ordinal(DType dtype, double value) {
  const int fraction = dtype == DType::f64   ? 52
                       : dtype == DType::f32 ? 23
                       : dtype == DType::f16 ? 10
                                             : 7;
  const int bias = dtype == DType::f64 ? 1023 : dtype == DType::f16 ? 15 : 127;
  std::int64_t place = std::int64_t{2 * bias + 1} << fraction;  // of infinity
  if (std::isfinite(value)) {
    int exponent = 0;
    std::frexp(value, &exponent);
    // Subnormal numbers have the spacing of the smallest normal numbers.
    const int field = std::max(value == 0 ? 0 : exponent - 1 + bias, 0);
    const double units = std::ldexp(std::abs(value), fraction + bias - std::max(field, 1));
    place = static_cast<std::int64_t>(units);
    if (field > 1) place += std::int64_t{field - 1} << fraction;
  }
  return std::signbit(value) ? -place : place;
}

// Distance from l to r in units of the dtype, to which both are rounded; 0 for integers.
double steps_between(DType dtype, double l, double r) {
  if (!is_float(dtype)) return 0;
  if (std::isnan(l) || std::isnan(r)) return HUGE_VAL;
  const std::int64_t from = ordinal(dtype, round_to(dtype, l)),
                     to = ordinal(dtype, round_to(dtype, r));
  if ((from < 0) == (to < 0)) return static_cast<double>(std::abs(from - to));
  return std::abs(static_cast<double>(from) - static_cast<double>(to));
}

}  // namespace

OpDifference difference(const Tensor& left, const Tensor& right, double rtol, double noise) {
  OpDifference worst;
  if (right.size() > 0)  // of equal tensors
    worst.left = number_at(left, 0), worst.right = number_at(right, 0);
  const double scale = largest(right);
  const DType unit = coarser(left.dtype, right.dtype);
  double most = -1;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    const Number l = number_at(left, i), r = number_at(right, i);
    if (same(l, r)) continue;
    const Number between = distance(l, r);
    const double apart = between, size = std::abs(r.real()) + scale;
    if (std::isnan(apart)) {
      worst.apart = HUGE_VAL;
    } else if (is_less(worst.apart, between)) {
      worst.apart = between;
    }
    worst.ulps = std::max(worst.ulps, steps_between(unit, l, r));
    // An infinite element agrees with itself only.
    const bool agrees = apart <= (std::isfinite(size) ? rtol * size : 0) + noise;
    const double relative = std::isfinite(apart / size) ? apart / size : HUGE_VAL;
    // Elements that disagree take precedence over elements that agree.
    if ((agrees == worst.agrees && relative > most) || (!agrees && worst.agrees)) {
      most = relative;
      worst.element = i, worst.left = l, worst.right = r;
      worst.relative = relative, worst.agrees = agrees;
    }
  }
  return worst;
}

Tensor subtracted(const Tensor& left, const Tensor& right) {
  Tensor less(DType::f64, left.shape);
  for (std::int64_t i = 0; i < less.size(); ++i)
    less.set(i, difference_of(number_at(left, i), number_at(right, i)));
  return less;
}

double cosine(const Tensor& left, const Tensor& right) {
  double product = 0, l = 0, r = 0;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    product += left.at(i) * right.at(i);
    l += left.at(i) * left.at(i);
    r += right.at(i) * right.at(i);
  }
  return product / (std::sqrt(l) * std::sqrt(r));
}

}  // namespace ng
