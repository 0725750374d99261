// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/element_difference.h"

#include <algorithm>
#include <cmath>

#include "engine/base/number.h"

namespace ng {
namespace {

double squared(double value) {
  return std::isfinite(value) ? value * value : 0;
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

void TensorDifference::add(const Tensor& before, const Tensor& after) {
  elements += before.size();
  for (std::int64_t i = 0; i < before.size(); ++i) {
    const double was = before.at(i), is = after.at(i);
    before_ += squared(was);
    after_ += squared(is);
    if (std::isfinite(was) && std::isfinite(is)) {
      dot_ += was * is;
      before_of_both_ += was * was;
      after_of_both_ += is * is;
    }
    if (number_at(before, i) == number_at(after, i) || (std::isnan(was) && std::isnan(is))) {
      ++histogram.zero;
      continue;
    }
    const double difference = distance(number_at(after, i), number_at(before, i));
    const bool finite = std::isfinite(difference);
    histogram.add(difference);
    most = std::max(most, finite ? difference : INFINITY);
    if (!finite) continue;
    difference_ += difference * difference;
    most_relative = std::max(most_relative, difference / std::max(std::abs(was), std::abs(is)));
  }
}

double TensorDifference::norm_before() const {
  return std::sqrt(before_);
}

double TensorDifference::norm_after() const {
  return std::sqrt(after_);
}

double TensorDifference::norm_of_difference() const {
  return std::sqrt(difference_);
}

double TensorDifference::cosine() const {
  const double norms = std::sqrt(before_of_both_) * std::sqrt(after_of_both_);
  return norms > 0 ? dot_ / norms : std::numeric_limits<double>::quiet_NaN();
}

TensorDifference element_difference(const Tensor& before, const Tensor& after) {
  TensorDifference difference;
  difference.add(before, after);
  return difference;
}

}  // namespace ng
