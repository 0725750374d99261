// SPDX-License-Identifier: Apache-2.0
// One pass for range and counts, a second one for the moments about the mean.
#include "views/widgets/tensor_statistics.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace ng::views {
namespace {

// Calls `each(index, value)` for all elements; float32, what there is most of, without a switch.
template <class Each>
void forAll(const Tensor& tensor, Each each) {
  const std::int64_t size = tensor.size();
  if (tensor.dtype == DType::f32) {
    const float* values = tensor.as<float>();
    for (std::int64_t i = 0; i < size; ++i) each(i, static_cast<double>(values[i]));
  } else {
    for (std::int64_t i = 0; i < size; ++i) each(i, tensor.at(i));
  }
}

void addOdd(TensorStatistics& s, std::int64_t i, double value) {
  if (s.firstBad < 0) s.firstBad = i;
  if (std::isnan(value)) {
    ++s.nans;
  } else {
    ++(value > 0 ? s.plusInfs : s.minusInfs);
  }
}

}  // namespace

TensorStatistics statistics(const Tensor& tensor) {
  TensorStatistics s;
  s.count = tensor.size();
  double sum = 0, squares = 0, spread = 0;
  forAll(tensor, [&](std::int64_t i, double value) {
    if (!std::isfinite(value)) return addOdd(s, i, value);
    if (s.finite == 0 || value < s.min) s.min = value, s.minAt = i;
    if (s.finite == 0 || value > s.max) s.max = value, s.maxAt = i;
    ++s.finite;
    if (value == 0) ++s.zeros;
    sum += value;
    squares += value * value;
  });
  if (s.finite == 0) return s;
  s.mean = sum / static_cast<double>(s.finite);
  s.l2 = std::sqrt(squares);
  forAll(tensor, [&](std::int64_t, double value) {
    if (std::isfinite(value)) spread += (value - s.mean) * (value - s.mean);
  });
  s.std = std::sqrt(spread / static_cast<double>(s.finite));
  return s;
}

std::int64_t HistogramBins::most() const {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

double HistogramBins::edge(std::size_t bin) const {
  return low + (high - low) * static_cast<double>(bin) / static_cast<double>(counts.size());
}

HistogramBins histogramBins(const Tensor& tensor, const TensorStatistics& s, int bins) {
  HistogramBins result;
  if (s.finite == 0) return result;
  result.low = s.min;
  result.high = s.max;
  const bool constant = !(s.max > s.min);
  result.counts.assign(constant ? 1 : static_cast<std::size_t>(std::max(1, bins)), 0);
  const auto last = static_cast<std::int64_t>(result.counts.size()) - 1;
  const double scale = constant ? 0 : static_cast<double>(result.counts.size()) / (s.max - s.min);
  forAll(tensor, [&](std::int64_t, double value) {
    if (!std::isfinite(value)) return;
    const auto bin = static_cast<std::int64_t>((value - s.min) * scale);
    ++result.counts[static_cast<std::size_t>(std::clamp<std::int64_t>(bin, 0, last))];
  });
  return result;
}

}  // namespace ng::views
