// SPDX-License-Identifier: Apache-2.0
// What can be said of all the elements of a tensor: range, moments, and counts of the odd ones. NaN
// and infinite elements are counted and left out of everything else. Also the bins of a histogram.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "views/widgets/statistics_blocks.h"

namespace ng::views {

struct TensorStatistics {
  std::int64_t count = 0, finite = 0;
  std::int64_t zeros = 0, nans = 0, plusInfs = 0, minusInfs = 0;
  double min = 0, max = 0, mean = 0, std = 0, l2 = 0;  // over the finite ones; std divides by n
  // The first NaN or Inf of each block of elements that has any, in order; null: there is none.
  std::shared_ptr<const std::vector<std::int64_t>> odd;
  std::int64_t minAt = -1, maxAt = -1, firstBad = -1;  // row-major; firstBad: the first NaN or Inf
};

// Of a job: `goOn` ends it early, and what it gives is then of no meaning.
TensorStatistics statistics(const Tensor& tensor, const GoOn& goOn = {});

// Of `size` elements that are read piece by piece, on this thread: what is held of them at once is
// some 16 MB. `goOn` is told the part that is done.
TensorStatistics statistics(
    std::int64_t size, const std::function<Tensor(std::int64_t first, std::int64_t count)>& read,
    const std::function<bool(double done)>& goOn = {});

struct HistogramBins {
  double low = 0, high = 0;          // of the first and the last bin
  std::vector<std::int64_t> counts;  // equal widths; empty without finite elements
  std::int64_t most() const;
  double edge(std::size_t bin) const;  // its left edge; the right edge for bin == counts.size()
};

// `bins` equal bins over [min, max]; one bin for a constant tensor.
HistogramBins histogramBins(const Tensor& tensor, const TensorStatistics& statistics, int bins,
                            const GoOn& goOn = {});

}  // namespace ng::views
