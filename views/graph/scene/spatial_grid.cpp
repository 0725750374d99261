// SPDX-License-Identifier: Apache-2.0
// Cells are 512 pixels wide; larger in a very large scene, to limit the number of cells to a few
// per item.
#include "views/graph/scene/spatial_grid.h"

#include <algorithm>
#include <cmath>

namespace ng::views {

SpatialGrid::SpatialGrid(const QRectF& bounds, int expected) : bounds_(bounds) {
  const double mostCells = std::max(64, expected * 2);
  cell_ = std::max(512.0, std::sqrt(bounds.width() * bounds.height() / mostCells));
  columns_ = std::max(1, static_cast<int>(std::ceil(bounds.width() / cell_)));
  rows_ = std::max(1, static_cast<int>(std::ceil(bounds.height() / cell_)));
  bins_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
}

SpatialGrid::Cells SpatialGrid::cells(const QRectF& area) const {
  const auto cell = [this](double distance, int count) {
    return std::clamp(static_cast<int>(std::floor(std::clamp(distance / cell_, -1.0, 1e8))), 0,
                      count - 1);
  };
  return {cell(area.left() - bounds_.left(), columns_), cell(area.top() - bounds_.top(), rows_),
          cell(area.right() - bounds_.left(), columns_),
          cell(area.bottom() - bounds_.top(), rows_)};
}

void SpatialGrid::insert(int item, const QRectF& area) {
  const Cells c = cells(area);
  items_ = std::max(items_, item + 1);
  for (int row = c.top; row <= c.bottom; ++row)
    for (int column = c.left; column <= c.right; ++column) {
      auto& bin = bins_[static_cast<std::size_t>(row * columns_ + column)];
      if (bin.empty() || bin.back() != item) bin.push_back(item);
    }
}

namespace {

// Items already found by a query; thread-local because a scene may be painted on several threads.
struct Looks {
  std::vector<std::uint32_t> seen;  // the last query that found each item
  std::uint32_t now = 0;
};
thread_local Looks looks;

}  // namespace

template <class Take>
void SpatialGrid::each(const QRectF& area, Take take) const {
  if (bins_.empty()) return;
  const Cells c = cells(area);
  if (looks.seen.size() < static_cast<std::size_t>(items_))
    looks.seen.resize(static_cast<std::size_t>(items_), 0);
  ++looks.now;
  for (int row = c.top; row <= c.bottom; ++row)
    for (int column = c.left; column <= c.right; ++column)
      for (const int item : bins_[static_cast<std::size_t>(row * columns_ + column)]) {
        std::uint32_t& seen = looks.seen[static_cast<std::size_t>(item)];
        if (seen != looks.now) take(item);
        seen = looks.now;
      }
}

void SpatialGrid::query(const QRectF& area, std::vector<int>& found) const {
  const std::size_t start = found.size();
  each(area, [&found](int item) { found.push_back(item); });
  const std::size_t all = static_cast<std::size_t>(items_);
  if (found.size() - start < all / 16) {
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(start), found.end());
    return;
  }
  found.resize(start);  // for very many hits the stamps are already in order
  for (std::size_t i = 0; i < all; ++i)
    if (looks.seen[i] == looks.now) found.push_back(static_cast<int>(i));
}

std::size_t SpatialGrid::count(const QRectF& area) const {
  std::size_t sum = 0;
  each(area, [&sum](int) { ++sum; });
  return sum;
}

}  // namespace ng::views
