// SPDX-License-Identifier: Apache-2.0
#include "engine/records/values/value_summary.h"
#include "engine/graph/axis_name.h"
#include "engine/records/op_record.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ng {
namespace {

// Lanes that the compiler vectorises; non-finite elements are masked without a branch.
constexpr std::int64_t lanes = 16;

struct Sums {
  std::array<float, lanes> least, most;
  std::array<double, lanes> total{};
  std::array<std::int32_t, lanes> finite{}, nans{};
};

void add(Sums& sums, const float* from, std::int64_t count) {
  for (std::int64_t lane = 0; lane < count; ++lane) {
    const auto i = static_cast<std::size_t>(lane);
    const float x = from[lane];
    const bool finite = std::abs(x) <= std::numeric_limits<float>::max();
    sums.least[i] = finite && x < sums.least[i] ? x : sums.least[i];
    sums.most[i] = finite && x > sums.most[i] ? x : sums.most[i];
    sums.total[i] += finite ? static_cast<double>(x) : 0.0;
    sums.finite[i] += finite ? 1 : 0;
    sums.nans[i] += x != x ? 1 : 0;
  }
}

ValueSummary of_floats(const float* values, std::int64_t count) {
  Sums sums;
  sums.least.fill(std::numeric_limits<float>::infinity());
  sums.most.fill(-std::numeric_limits<float>::infinity());
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) add(sums, values + i, lanes);
  add(sums, values + i, count - i);
  ValueSummary summary;
  summary.count = count;
  std::int64_t finite = 0;
  double total = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    finite += sums.finite[lane];
    summary.nans += sums.nans[lane];
    total += sums.total[lane];
  }
  summary.infs = count - finite - summary.nans;
  if (finite == 0) return summary;
  summary.min = *std::min_element(sums.least.begin(), sums.least.end());
  summary.max = *std::max_element(sums.most.begin(), sums.most.end());
  summary.mean = total / static_cast<double>(finite);
  return summary;
}

// Only min and max need every digit.
ValueSummary of_integers(const Tensor& value) {
  ValueSummary summary;
  summary.count = value.size();
  if (summary.count == 0) return summary;
  Integer least = value.integer_at(0), most = least, total = 0;
  for (std::int64_t i = 0; i < summary.count; ++i) {
    const Integer x = value.integer_at(i);
    least = std::min(least, x);
    most = std::max(most, x);
    total += x;
  }
  summary.min = least;
  summary.max = most;
  summary.mean = static_cast<double>(total) / static_cast<double>(summary.count);
  return summary;
}

}  // namespace

std::string place_of(const std::vector<AxisRecord>& axes, const Shape& shape,
                     std::int64_t element) {
  if (std::count(shape.begin(), shape.end(), 0) > 0) return {};
  std::string text;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const std::int64_t length = shape[i];
    text = (i < axes.size() ? shown_axis_name(axes[i].name) + " " : "") +
           std::to_string(element % length) + (text.empty() ? "" : ", ") + text;
    element /= length;
  }
  return text;
}

ValueSummary summarise(const Tensor& value) {
  if (is_integer(value.dtype)) return of_integers(value);
  if (value.dtype == DType::f32) return of_floats(value.as<float>(), value.size());
  ValueSummary summary;
  summary.count = value.size();
  double total = 0;
  std::int64_t finite = 0;
  for (std::int64_t i = 0; i < value.size(); ++i) {
    const double x = value.at(i);
    if (std::isnan(x)) ++summary.nans;
    if (std::isinf(x)) ++summary.infs;
    if (!std::isfinite(x)) continue;
    if (finite == 0 || x < summary.min.real()) summary.min = x;
    if (finite == 0 || x > summary.max.real()) summary.max = x;
    total += x;
    ++finite;
  }
  if (finite > 0) summary.mean = total / static_cast<double>(finite);
  return summary;
}

}  // namespace ng
