// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/heat_maps/heat_marks.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ng::views {
namespace {

// Searched element by element, which takes some milliseconds.
constexpr std::size_t mostBlocks = 128;

// The cell of the element at `flat`; nullopt if the slice does not contain it.
std::optional<HeatMark> cellOf(const TensorSlice& slice, std::int64_t flat) {
  HeatMark mark;
  for (int axis = slice.rank(); axis-- > 0;) {
    const std::int64_t length = slice.length(axis), index = flat % length;
    flat /= length;
    if (axis == slice.rowAxis())
      mark.row = index;
    else if (axis == slice.columnAxis())
      mark.column = index;
    else if (index != slice.index(axis))
      return std::nullopt;
  }
  return mark;
}

}  // namespace

std::vector<HeatMark> heatMarks(const TensorSlice& slice, const TensorStatistics& statistics,
                                std::size_t most) {
  std::vector<HeatMark> marks;
  if (slice.isEmpty() || !statistics.nonFinite) return marks;
  const auto add = [&](std::int64_t flat) {
    if (const auto mark = cellOf(slice, flat); mark && marks.size() < most) marks.push_back(*mark);
  };
  const bool searched = slice.isHeld() && statistics.nonFinite->size() <= mostBlocks;
  for (const std::int64_t first : *statistics.nonFinite) {
    if (!searched) {
      add(first);
      continue;
    }
    const std::int64_t block = first / StatisticsBlock::size;
    const std::int64_t end = std::min((block + 1) * StatisticsBlock::size, statistics.count);
    for (std::int64_t i = first; i < end && marks.size() < most; ++i)
      if (!std::isfinite(slice.element(i))) add(i);
  }
  return marks;
}

}  // namespace ng::views
