// SPDX-License-Identifier: Apache-2.0
// Blocks are summed up side by side and merged in their order: the same on any number of threads.
#include "views/widgets/tensor_statistics.h"

#include <algorithm>
#include <cmath>

#include "views/widgets/statistics_blocks.h"

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

}  // namespace

TensorStatistics statistics(const Tensor& tensor) {
  TensorStatistics s;
  s.count = tensor.size();
  const std::vector<StatisticsBlock> blocks = statisticsBlocks(tensor);
  double spread = 0;  // of what is merged, about its mean
  std::int64_t least = -1, most = -1, odd = -1;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const StatisticsBlock& block = blocks[i];
    const auto at = static_cast<std::int64_t>(i);
    s.zeros += block.zeros, s.nans += block.nans;
    s.plusInfs += block.plusInfs, s.minusInfs += block.minusInfs;
    if (odd < 0 && block.finite < block.count) odd = at;
    if (block.finite == 0) continue;
    if (least < 0 || block.min < s.min) s.min = block.min, least = at;
    if (most < 0 || block.max > s.max) s.max = block.max, most = at;
    const auto before = static_cast<double>(s.finite), here = static_cast<double>(block.finite);
    const double apart = block.mean - s.mean;
    s.finite += block.finite;
    s.mean += apart * here / (before + here);
    spread += block.spread + apart * apart * before * here / (before + here);
  }
  const auto place = [&](std::int64_t block, auto is) {
    std::int64_t i = block * StatisticsBlock::size;
    while (block >= 0 && !is(tensor.at(i))) ++i;
    return block < 0 ? -1 : i;
  };
  s.minAt = place(least, [&](double value) { return value == s.min; });
  s.maxAt = place(most, [&](double value) { return value == s.max; });
  s.firstBad = place(odd, [](double value) { return !std::isfinite(value); });
  if (s.finite == 0) return s;
  const auto n = static_cast<double>(s.finite);
  s.std = std::sqrt(spread / n);
  s.l2 = std::sqrt(spread + s.mean * s.mean * n);
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
