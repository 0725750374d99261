// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tensor_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ng {
namespace {

double largest(const Tensor& tensor) {
  double most = 0;
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (std::isfinite(tensor.at(i))) most = std::max(most, std::abs(tensor.at(i)));
  }
  return most;
}

bool same(double l, double r) { return l == r || (std::isnan(l) && std::isnan(r)); }

// The distance from |value| to the next number of the dtype, 0 for whole numbers.
double last_place(DType dtype, double value) {
  const double size = std::abs(value);
  if (dtype == DType::f32) {
    const auto narrow = static_cast<float>(size);
    return std::nextafter(narrow, std::numeric_limits<float>::infinity()) - narrow;
  }
  if (!is_float(dtype)) return 0;
  if (size_of(dtype) == 8)
    return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  int exponent = 0;
  std::frexp(size, &exponent);
  return std::ldexp(1.0, std::max(exponent - 11, -24));
}

}  // namespace

OpDifference difference(const Tensor& left, const Tensor& right, double rtol, double noise) {
  OpDifference worst;
  const double scale = largest(right);
  double most = -1;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    const double l = left.at(i), r = right.at(i);
    if (same(l, r)) continue;
    const double apart = std::abs(l - r), size = std::abs(r) + scale;
    const double unit = last_place(right.dtype, r);
    worst.apart = std::max(worst.apart, std::isnan(apart) ? HUGE_VAL : apart);
    if (unit > 0) worst.ulps = std::max(worst.ulps, std::isnan(apart) ? HUGE_VAL : apart / unit);
    const bool agrees = apart <= rtol * size + noise;
    const double relative = std::isfinite(apart / size) ? apart / size : HUGE_VAL;
    // Elements that disagree come before all that agree.
    if ((agrees == worst.agrees && relative > most) || (!agrees && worst.agrees)) {
      most = relative;
      worst.element = i, worst.left = l, worst.right = r;
      worst.relative = relative, worst.agrees = agrees;
    }
  }
  return worst;
}

double cosine(const Tensor& left, const Tensor& right) {
  double product = 0, l = 0, r = 0;
  for (std::int64_t i = 0; i < right.size(); ++i) {
    product += left.at(i) * right.at(i);
    l += left.at(i) * left.at(i);
    r += right.at(i) * right.at(i);
  }
  return product / std::sqrt(l * r);
}

}  // namespace ng
