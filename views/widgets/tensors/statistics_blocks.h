// SPDX-License-Identifier: Apache-2.0
// Statistics of a tensor in blocks, each computed in one pass, on all threads; and parallel
// execution of other work on blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/base/number.h"

namespace ng::views {

struct StatisticsBlock {
  static constexpr std::int64_t size = 1 << 15;  // elements; the last block may have fewer
  std::int64_t count = 0, finite = 0, zeros = 0, nans = 0, plusInfs = 0, minusInfs = 0;
  Number min, max;  // of the finite elements, as are `mean` and `spread`
  double mean = 0;
  double spread = 0;  // sum of squared deviations from the mean
};

// Polled before each block, on any thread; if it returns false, the remaining blocks stay empty. An
// empty function never stops the work.
using ContinueCheck = std::function<bool()>;

// One entry per block, in element order. Any thread.
std::vector<StatisticsBlock> statisticsBlocks(const Tensor& tensor,
                                              const ContinueCheck& shouldContinue = {});

// Calls work(begin, end) on ranges of whole blocks of `size` elements, in parallel.
void forRuns(std::int64_t size, const ContinueCheck& shouldContinue,
             const std::function<void(std::int64_t begin, std::int64_t end)>& work);

}  // namespace ng::views
