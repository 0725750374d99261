// SPDX-License-Identifier: Apache-2.0
// Blocks are computed in parallel and merged in order, so the result does not depend on the number
// of threads.
#include "views/widgets/tensors/tensor_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "views/widgets/tensors/wide_clones.h"

namespace ng::views {
namespace {

constexpr std::int64_t group = 256;

// The bin of each of `group` numbers; `nonFiniteBin` for non-finite numbers.
NG_WIDE_CLONES void binsOf(const float* values, double low, double scale, double last,
                           int nonFiniteBin, std::int32_t* bins) {
  for (std::int64_t i = 0; i < group; ++i) {
    const double at = (static_cast<double>(values[i]) - low) * scale;
    const double kept = at < last ? at : last;
    const int bin = static_cast<int>(kept > 0 ? kept : 0);
    bins[i] = std::abs(values[i]) <= std::numeric_limits<float>::max() ? bin : nonFiniteBin;
  }
}

// Counts elements in several tables in turn, so that consecutive elements of one bin do not depend
// on each other. A table's last entry counts non-finite elements.
class BinCounter {
 public:
  BinCounter(const HistogramBins& bins, double scale)
      : low_(bins.low), scale_(scale), each_(bins.counts.size() + 1), tables_(lanes * each_) {}

  void count(const Tensor& tensor, std::int64_t begin, std::int64_t end) {
    if (tensor.dtype == DType::f32)
      for (; begin + group <= end; begin += group) countGroup(tensor.as<float>() + begin);
    for (; begin < end; ++begin) ++tables_[binOf(tensor.at(begin))];
  }

  void addTo(std::vector<std::int64_t>& counts) const {
    for (std::size_t i = 0; i < tables_.size(); ++i)
      if (i % each_ < counts.size()) counts[i % each_] += tables_[i];
  }

 private:
  static constexpr std::size_t lanes = 4;

  double last() const { return static_cast<double>(each_ - 2); }
  std::size_t binOf(double value) const {
    if (!std::isfinite(value)) return each_ - 1;
    return static_cast<std::size_t>(std::clamp((value - low_) * scale_, 0.0, last()));
  }
  void countGroup(const float* values) {
    std::array<std::int32_t, group> bins;
    binsOf(values, low_, scale_, last(), static_cast<int>(each_) - 1, bins.data());
    for (std::size_t i = 0; i < bins.size(); i += lanes)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        ++tables_[lane * each_ + static_cast<std::size_t>(bins[i + lane])];
  }

  double low_, scale_;
  std::size_t each_;
  std::vector<std::int32_t> tables_;
};

// For each block with non-finite elements, the position of the first one.
std::shared_ptr<const std::vector<std::int64_t>> firstNonFinite(
    const Tensor& tensor, const std::vector<StatisticsBlock>& blocks) {
  auto places = std::make_shared<std::vector<std::int64_t>>();
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    if (blocks[block].finite == blocks[block].count) continue;
    std::int64_t i = static_cast<std::int64_t>(block) * StatisticsBlock::size;
    while (std::isfinite(tensor.at(i))) ++i;
    places->push_back(i);
  }
  return places->empty() ? nullptr : places;
}

// Merges `part`, which starts at `offset`, into `all`, which precedes it.
void add(TensorStatistics& all, const TensorStatistics& part, std::int64_t offset) {
  const auto before = static_cast<double>(all.finite), here = static_cast<double>(part.finite);
  if (part.finite > 0) {
    if (all.finite == 0 || is_less(part.min, all.min))
      all.min = part.min, all.minAt = offset + part.minAt;
    if (all.finite == 0 || is_less(all.max, part.max))
      all.max = part.max, all.maxAt = offset + part.maxAt;
    const double n = before + here, apart = part.mean - all.mean;
    const double spread =
        all.std * all.std * before + part.std * part.std * here + apart * apart * before * here / n;
    all.mean += apart * here / n;
    all.std = std::sqrt(spread / n);
    all.l2 = std::sqrt(all.l2 * all.l2 + part.l2 * part.l2);
  }
  all.count += part.count, all.finite += part.finite, all.zeros += part.zeros;
  all.nans += part.nans, all.plusInfs += part.plusInfs, all.minusInfs += part.minusInfs;
  if (!part.nonFinite) return;
  auto places = std::make_shared<std::vector<std::int64_t>>();
  if (all.nonFinite) *places = *all.nonFinite;
  for (const std::int64_t at : *part.nonFinite) places->push_back(offset + at);
  if (all.firstBad < 0) all.firstBad = places->front();
  all.nonFinite = std::move(places);
}

}  // namespace

TensorStatistics statistics(const Tensor& tensor, const ContinueCheck& shouldContinue) {
  TensorStatistics s;
  s.count = tensor.size();
  const std::vector<StatisticsBlock> blocks = statisticsBlocks(tensor, shouldContinue);
  if (shouldContinue && !shouldContinue()) return s;
  double spread = 0;  // sum of squared deviations of the merged blocks from their mean
  std::int64_t least = -1, most = -1;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const StatisticsBlock& block = blocks[i];
    const auto at = static_cast<std::int64_t>(i);
    s.zeros += block.zeros, s.nans += block.nans;
    s.plusInfs += block.plusInfs, s.minusInfs += block.minusInfs;
    if (block.finite == 0) continue;
    if (least < 0 || is_less(block.min, s.min)) s.min = block.min, least = at;
    if (most < 0 || is_less(s.max, block.max)) s.max = block.max, most = at;
    const auto before = static_cast<double>(s.finite), here = static_cast<double>(block.finite);
    const double apart = block.mean - s.mean;
    s.finite += block.finite;
    s.mean += apart * here / (before + here);
    spread += block.spread + apart * apart * before * here / (before + here);
  }
  const auto place = [&](std::int64_t block, auto is) {
    std::int64_t i = block * StatisticsBlock::size;
    while (block >= 0 && !is(number_at(tensor, i))) ++i;
    return block < 0 ? -1 : i;
  };
  s.minAt = place(least, [&](const Number& value) { return value == s.min; });
  s.maxAt = place(most, [&](const Number& value) { return value == s.max; });
  s.nonFinite = firstNonFinite(tensor, blocks);
  if (s.nonFinite) s.firstBad = s.nonFinite->front();
  if (s.finite == 0) return s;
  const auto n = static_cast<double>(s.finite);
  s.std = std::sqrt(spread / n);
  s.l2 = std::sqrt(spread + s.mean * s.mean * n);
  return s;
}

TensorStatistics statistics(
    std::int64_t size, const std::function<Tensor(std::int64_t first, std::int64_t count)>& read,
    const std::function<bool(double done)>& shouldContinue) {
  constexpr std::int64_t piece = 128 * StatisticsBlock::size;
  TensorStatistics all;
  for (std::int64_t first = 0; first < size; first += piece) {
    if (shouldContinue && !shouldContinue(static_cast<double>(first) / static_cast<double>(size)))
      break;
    add(all, statistics(read(first, std::min(piece, size - first))), first);
  }
  return all;
}

std::int64_t HistogramBins::most() const {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

double HistogramBins::edge(std::size_t bin) const {
  return low + (high - low) * static_cast<double>(bin) / static_cast<double>(counts.size());
}

HistogramBins histogramBins(const Tensor& tensor, const TensorStatistics& s, int bins,
                            const ContinueCheck& shouldContinue) {
  HistogramBins result;
  if (s.finite == 0) return result;
  result.low = s.min;
  result.high = s.max;
  const bool constant = !(result.high > result.low);
  result.counts.assign(constant ? 1 : static_cast<std::size_t>(std::max(1, bins)), 0);
  const double scale =
      constant ? 0 : static_cast<double>(result.counts.size()) / (result.high - result.low);
  std::mutex mutex;
  forRuns(tensor.size(), shouldContinue, [&](std::int64_t begin, std::int64_t end) {
    BinCounter run(result, scale);
    run.count(tensor, begin, end);
    const std::lock_guard lock(mutex);
    run.addTo(result.counts);
  });
  return result;
}

}  // namespace ng::views
