// SPDX-License-Identifier: Apache-2.0
// Locates the NaN and infinite cells of a heat map from the statistics, including those that
// sampling misses or that are smaller than a pixel.
#pragma once

#include <utility>
#include <vector>

#include "views/widgets/tensors/tensor_slice.h"
#include "views/widgets/tensors/tensor_statistics.h"

namespace ng::views {

struct HeatMark {
  std::int64_t row = 0, column = 0;
  bool operator==(const HeatMark&) const = default;
};

// In element order, at most `most`. If there are more, the sampled picture shows some of them too.
std::vector<HeatMark> heatMarks(const TensorSlice& slice, const TensorStatistics& statistics,
                                std::size_t most = 1024);

}  // namespace ng::views
