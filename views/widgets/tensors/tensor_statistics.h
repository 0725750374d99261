// SPDX-License-Identifier: Apache-2.0
// Statistics over all elements of a tensor: range, moments, and counts of zeros and non-finite
// elements. NaN and infinite elements are counted and excluded from everything else. Also histogram
// bins.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "views/widgets/tensors/statistics_blocks.h"

namespace ng::views {

struct TensorStatistics {
  std::int64_t count = 0, finite = 0;
  std::int64_t zeros = 0, nans = 0, plusInfs = 0, minusInfs = 0;
  Number min, max;                   // over the finite elements, as are the moments
  double mean = 0, std = 0, l2 = 0;  // std divides by n
  // The position of the first NaN or Inf of each block that has one, in order; null: none.
  std::shared_ptr<const std::vector<std::int64_t>> nonFinite;
  std::int64_t minAt = -1, maxAt = -1, firstBad = -1;  // row-major; firstBad: the first NaN or Inf
};

// `shouldContinue` returning false stops early; the result is then meaningless.
TensorStatistics statistics(const Tensor& tensor, const ContinueCheck& shouldContinue = {});

// For `size` elements that are read piece by piece on this thread, at most about 16 MiB at once.
// `shouldContinue` receives the fraction done.
TensorStatistics statistics(
    std::int64_t size, const std::function<Tensor(std::int64_t first, std::int64_t count)>& read,
    const std::function<bool(double done)>& shouldContinue = {});

struct HistogramBins {
  double low = 0, high = 0;          // of the first and the last bin
  std::vector<std::int64_t> counts;  // equal widths; empty if no element is finite
  std::int64_t most() const;
  // Left edge; the right edge of the last bin for bin == counts.size().
  double edge(std::size_t bin) const;
};

// `bins` equal bins over [min, max]; one bin for a constant tensor.
HistogramBins histogramBins(const Tensor& tensor, const TensorStatistics& statistics, int bins,
                            const ContinueCheck& shouldContinue = {});

}  // namespace ng::views
