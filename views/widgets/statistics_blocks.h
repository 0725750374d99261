// SPDX-License-Identifier: Apache-2.0
// A tensor's elements in blocks, each in a few numbers made in one pass, on all threads; and the
// same threads for other work on blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::views {

struct StatisticsBlock {
  static constexpr std::int64_t size = 1 << 15;  // elements; the last block may have fewer
  std::int64_t count = 0, finite = 0, zeros = 0, nans = 0, plusInfs = 0, minusInfs = 0;
  double min = 0, max = 0, mean = 0;  // of the finite ones, as the next
  double spread = 0;                  // sum of the squares about the mean
};

// Asked before each block, on any thread; false: the blocks that are left stay empty. None: go on.
using GoOn = std::function<bool()>;

// In the order of the elements. Any thread.
std::vector<StatisticsBlock> statisticsBlocks(const Tensor& tensor, const GoOn& goOn = {});

// Calls work(begin, end) for runs of whole blocks of `size` elements, which threads share.
void forRuns(std::int64_t size, const GoOn& goOn,
             const std::function<void(std::int64_t begin, std::int64_t end)>& work);

}  // namespace ng::views
