// SPDX-License-Identifier: Apache-2.0
// A uniform grid that finds the rectangles touching an area. The cost of a query depends on its
// result.
#pragma once

#include <QRectF>
#include <cstdint>
#include <vector>

namespace ng::views {

class SpatialGrid {
 public:
  SpatialGrid() = default;
  SpatialGrid(const QRectF& bounds, int expected);

  // `item` may be inserted several times with parts of its shape.
  void insert(int item, const QRectF& area);
  // Appends each item at most once, in increasing order.
  void query(const QRectF& area, std::vector<int>& found) const;
  // The number of items that query() would find.
  std::size_t count(const QRectF& area) const;

 private:
  struct Cells {
    int left, top, right, bottom;
  };
  Cells cells(const QRectF& area) const;
  template <class Take>
  void each(const QRectF& area, Take take) const;

  QRectF bounds_;
  double cell_ = 1024;
  int columns_ = 0, rows_ = 0, items_ = 0;
  std::vector<std::vector<int>> bins_;
};

}  // namespace ng::views
