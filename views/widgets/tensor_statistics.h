// SPDX-License-Identifier: Apache-2.0
// What can be said of all the elements of a tensor: range, moments, and counts of the odd ones. NaN
// and infinite elements are counted and left out of everything else. Also the bins of a histogram.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::views {

struct TensorStatistics {
  std::int64_t count = 0, finite = 0;
  std::int64_t zeros = 0, nans = 0, plusInfs = 0, minusInfs = 0;
  double min = 0, max = 0, mean = 0, std = 0, l2 = 0;  // over the finite ones; std divides by n
  std::int64_t minAt = -1, maxAt = -1, firstBad = -1;  // row-major; firstBad: the first NaN or Inf
};

TensorStatistics statistics(const Tensor& tensor);

struct HistogramBins {
  double low = 0, high = 0;          // of the first and the last bin
  std::vector<std::int64_t> counts;  // equal widths; empty without finite elements
  std::int64_t most() const;
  double edge(std::size_t bin) const;  // its left edge; the right edge for bin == counts.size()
};

// `bins` equal bins over [min, max]; one bin for a constant tensor.
HistogramBins histogramBins(const Tensor& tensor, const TensorStatistics& statistics, int bins);

}  // namespace ng::views
