// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/tensor_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

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

// Measures elements of two tensors.
class ElementMeasure {
 public:
  ElementMeasure(const Tensor& left, const Tensor& right, double rtol, double noise)
      : left_(left),
        right_(right),
        rtol_(rtol),
        noise_(noise),
        scale_(largest(right)),
        unit_(coarser(left.dtype, right.dtype)) {}

  // nullopt: the elements are equal.
  std::optional<ElementDifference> of(std::int64_t i) const {
    const Number l = number_at(left_, i), r = number_at(right_, i);
    if (same(l, r)) return {};
    const Number between = distance(l, r);
    const double apart = between, size = std::abs(r.real()) + scale_;
    ElementDifference found;
    found.element = i, found.left = l, found.right = r;
    found.apart = std::isnan(apart) ? Number(HUGE_VAL) : between;
    found.ulps = steps_between(unit_, l, r);
    // An infinite element agrees with itself only.
    found.agrees = apart <= (std::isfinite(size) ? rtol_ * size : 0) + noise_;
    found.relative = std::isfinite(apart / size) ? apart / size : HUGE_VAL;
    return found;
  }

 private:
  const Tensor &left_, &right_;
  double rtol_, noise_, scale_;
  DType unit_;
};

bool is_worse(const ElementDifference& a, const ElementDifference& b) {
  if (a.agrees != b.agrees) return !a.agrees;
  if (a.relative != b.relative) return a.relative > b.relative;
  return a.element < b.element;
}

}  // namespace

OpDifference difference(const Tensor& left, const Tensor& right, double rtol, double noise) {
  OpDifference all;
  if (right.size() > 0)  // of equal tensors
    all.left = number_at(left, 0), all.right = number_at(right, 0);
  const ElementMeasure measure(left, right, rtol, noise);
  std::optional<ElementDifference> worst;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    const std::optional<ElementDifference> found = measure.of(i);
    if (!found) continue;
    if (is_less(all.apart, found->apart)) all.apart = found->apart;
    all.ulps = std::max(all.ulps, found->ulps);
    if (!worst || is_worse(*found, *worst)) worst = found;
  }
  if (!worst) return all;
  all.element = worst->element, all.left = worst->left, all.right = worst->right;
  all.relative = worst->relative, all.agrees = worst->agrees;
  return all;
}

std::vector<ElementDifference> worst_elements(const Tensor& left, const Tensor& right, double rtol,
                                              double noise, std::size_t count) {
  const ElementMeasure measure(left, right, rtol, noise);
  std::vector<ElementDifference> worst;  // a heap whose first is the least bad
  for (std::int64_t i = 0; i < right.size() && count > 0; ++i) {
    const std::optional<ElementDifference> found = measure.of(i);
    if (!found || (worst.size() == count && !is_worse(*found, worst.front()))) continue;
    if (worst.size() == count) {
      std::pop_heap(worst.begin(), worst.end(), is_worse);
      worst.pop_back();
    }
    worst.push_back(*found);
    std::push_heap(worst.begin(), worst.end(), is_worse);
  }
  std::sort_heap(worst.begin(), worst.end(), is_worse);
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
