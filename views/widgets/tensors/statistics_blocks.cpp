// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/tensors/statistics_blocks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "views/widgets/tensors/wide_clones.h"

namespace ng::views {
namespace {

constexpr std::int64_t lanes = 16;       // vectorized by the compiler
constexpr std::int64_t alone = 1 << 18;  // up to this many elements one thread is faster
constexpr unsigned mostThreads = 16;

// Sums are taken relative to a value of the block, to avoid cancellation when the mean is far from
// 0.
struct Lanes {
  std::array<float, lanes> least, most;
  std::array<double, lanes> sum{}, squares{};
  std::array<std::int32_t, lanes> finite{}, zeros{}, nans{}, plus{};
};

inline void add(Lanes& all, const float* from, std::int64_t count, float shift) {
  constexpr float largest = std::numeric_limits<float>::max();
  for (std::int64_t lane = 0; lane < count; ++lane) {
    const auto i = static_cast<std::size_t>(lane);
    const float x = from[lane];
    const bool finite = std::abs(x) <= largest;
    const float kept = finite ? x : shift;
    all.least[i] = kept < all.least[i] ? kept : all.least[i];
    all.most[i] = kept > all.most[i] ? kept : all.most[i];
    const double moved = static_cast<double>(kept) - static_cast<double>(shift);
    all.sum[i] += moved;
    all.squares[i] += moved * moved;
    all.finite[i] += finite ? 1 : 0;
    all.zeros[i] += x == 0 ? 1 : 0;
    all.nans[i] += x != x ? 1 : 0;
    all.plus[i] += x > largest ? 1 : 0;
  }
}

void finish(StatisticsBlock& block, double sum, double squares, double shift) {
  if (block.finite == 0) return;
  const auto n = static_cast<double>(block.finite);
  block.mean = shift + sum / n;
  block.spread = std::max(0.0, squares - sum * sum / n);
}

NG_WIDE_CLONES StatisticsBlock ofFloats(const float* values, std::int64_t count) {
  StatisticsBlock block;
  block.count = count;
  const float* const end = values + count;
  const float* const first = std::find_if(values, end, [](float x) { return std::isfinite(x); });
  const float shift = first == end ? 0 : *first;
  Lanes all;
  all.least.fill(shift);
  all.most.fill(shift);
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) add(all, values + i, lanes, shift);
  add(all, values + i, count - i, shift);
  double sum = 0, squares = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    sum += all.sum[lane], squares += all.squares[lane];
    block.finite += all.finite[lane], block.zeros += all.zeros[lane];
    block.nans += all.nans[lane], block.plusInfs += all.plus[lane];
  }
  block.minusInfs = count - block.finite - block.nans - block.plusInfs;
  block.min = *std::min_element(all.least.begin(), all.least.end());
  block.max = *std::max_element(all.most.begin(), all.most.end());
  finish(block, sum, squares, shift);
  return block;
}

StatisticsBlock ofOthers(const Tensor& tensor, std::int64_t begin, std::int64_t end) {
  StatisticsBlock block;
  block.count = end - begin;
  double sum = 0, squares = 0, shift = 0;
  for (std::int64_t i = begin; i < end; ++i) {
    const Number number = number_at(tensor, i);
    const double x = number;
    if (std::isnan(x)) ++block.nans;
    if (std::isinf(x)) ++(x > 0 ? block.plusInfs : block.minusInfs);
    if (!std::isfinite(x)) continue;
    if (block.finite++ == 0) shift = x, block.min = block.max = number;
    if (is_less(number, block.min)) block.min = number;
    if (is_less(block.max, number)) block.max = number;
    if (x == 0) ++block.zeros;
    sum += x - shift, squares += (x - shift) * (x - shift);
  }
  finish(block, sum, squares, shift);
  return block;
}

}  // namespace

void forRuns(std::int64_t size, const ContinueCheck& shouldContinue,
             const std::function<void(std::int64_t begin, std::int64_t end)>& work) {
  constexpr std::int64_t run = StatisticsBlock::size;
  std::atomic<std::int64_t> next = 0;
  const auto share = [&] {
    for (std::int64_t at = next++; at * run < size; at = next++) {
      if (shouldContinue && !shouldContinue()) return;
      work(at * run, std::min((at + 1) * run, size));
    }
  };
  const unsigned threads =
      size <= alone ? 1 : std::clamp(std::thread::hardware_concurrency(), 1u, mostThreads);
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(share);
  share();
  for (std::thread& helper : helpers) helper.join();
}

std::vector<StatisticsBlock> statisticsBlocks(const Tensor& tensor,
                                              const ContinueCheck& shouldContinue) {
  constexpr std::int64_t each = StatisticsBlock::size;
  std::vector<StatisticsBlock> blocks(static_cast<std::size_t>((tensor.size() + each - 1) / each));
  forRuns(tensor.size(), shouldContinue, [&](std::int64_t begin, std::int64_t end) {
    blocks[static_cast<std::size_t>(begin / each)] =
        tensor.dtype == DType::f32 ? ofFloats(tensor.as<float>() + begin, end - begin)
                                   : ofOthers(tensor, begin, end);
  });
  return blocks;
}

}  // namespace ng::views
