// SPDX-License-Identifier: Apache-2.0
// Where a heat map has NaN and infinite cells, found from the statistics: also those that a picture
// of samples misses, or that are less than a pixel.
#pragma once

#include <utility>
#include <vector>

#include "views/widgets/tensor_slice.h"
#include "views/widgets/tensor_statistics.h"

namespace ng::views {

struct HeatMark {
  std::int64_t row = 0, column = 0;
  bool operator==(const HeatMark&) const = default;
};

// In the order of the elements, at most `most`: where there are more, samples meet them too.
std::vector<HeatMark> heatMarks(const TensorSlice& slice, const TensorStatistics& statistics,
                                std::size_t most = 1024);

}  // namespace ng::views
