// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/element_difference.h"

#include <algorithm>
#include <cmath>

#include "engine/base/number.h"

namespace ng {
namespace {

constexpr double small = 0x1p-600;  // scales the factors of a dot product

double hypotenuse(double a, double b) {
  return a == 0 ? std::abs(b) : std::hypot(a, b);
}

bool are_equal(const Tensor& a, const Tensor& b, std::int64_t i) {
  return number_at(a, i) == number_at(b, i) || (std::isnan(a.at(i)) && std::isnan(b.at(i)));
}

}  // namespace

void DifferenceHistogram::add(double difference) {
  if (!std::isfinite(difference)) {
    ++non_finite;
    return;
  }
  const int exponent = static_cast<int>(std::floor(std::log10(difference)));
  ++decades[static_cast<std::size_t>(std::clamp(exponent, least, most) - least)];
}

void TensorDifference::add(const Tensor& before, const Tensor& after, int parts) {
  for (std::int64_t first = 0; first < before.size(); first += parts) {
    double difference = 0, was = 0, is = 0;  // magnitudes
    bool equal = true;
    for (std::int64_t i = first; i < first + parts; ++i) {
      add_norms(before.at(i), after.at(i));
      was = hypotenuse(was, before.at(i));
      is = hypotenuse(is, after.at(i));
      if (are_equal(before, after, i)) continue;
      equal = false;
      difference = hypotenuse(difference, distance(number_at(after, i), number_at(before, i)));
    }
    ++elements;
    if (equal) {
      ++histogram.zero;
    } else {
      add_difference(difference, std::max(was, is));
    }
  }
}

void TensorDifference::add_norms(double was, double is) {
  if (std::isfinite(was)) before_.add(was);
  if (std::isfinite(is)) after_.add(is);
  if (!std::isfinite(was) || !std::isfinite(is)) return;
  dot_ += was * is;
  scaled_dot_ += (was * small) * (is * small);
  before_of_both_.add(was);
  after_of_both_.add(is);
}

void TensorDifference::add_difference(double difference, double magnitude) {
  const bool finite = std::isfinite(difference);
  histogram.add(difference);
  most = std::max(most, finite ? difference : INFINITY);
  if (!finite) return;
  difference_.add(difference);
  most_relative = std::max(most_relative, difference / magnitude);
}

double TensorDifference::norm_before() const {
  return before_.value();
}

double TensorDifference::norm_after() const {
  return after_.value();
}

double TensorDifference::norm_of_difference() const {
  return difference_.value();
}

double TensorDifference::cosine() const {
  const double before = before_of_both_.value(), after = after_of_both_.value();
  if (before == 0 || after == 0) return std::numeric_limits<double>::quiet_NaN();
  if (const double norms = before * after; std::isfinite(norms) && norms > 0) return dot_ / norms;
  return scaled_dot_ / (before * small) / (after * small);
}

TensorDifference element_difference(const Tensor& before, const Tensor& after, int parts) {
  TensorDifference difference;
  difference.add(before, after, parts);
  return difference;
}

}  // namespace ng
