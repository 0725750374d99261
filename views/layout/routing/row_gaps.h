// SPDX-License-Identifier: Apache-2.0
// The free intervals of each row of cards, where edges can cross it.
#pragma once

#include <utility>
#include <vector>

#include "views/layout/routing/edge_router.h"

namespace ng::views {

struct Gap {
  double left = 0, right = 0;
  double width() const { return right - left; }
};

class RowGaps {
 public:
  RowGaps(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges);

  int rows() const { return static_cast<int>(gaps_.size()); }
  double top(int row) const { return y_[static_cast<std::size_t>(row)].first; }
  double bottom(int row) const { return y_[static_cast<std::size_t>(row)].second; }
  const std::vector<Gap>& gaps(int row) const { return gaps_[static_cast<std::size_t>(row)]; }
  // Index of the gap at `x`, else of the nearest one.
  int nearest(int row, double x) const;
  // True if there is no card between two cards of one row.
  bool clearBetween(const RouteCard& a, const RouteCard& b) const;

 private:
  std::vector<std::vector<Gap>> gaps_;
  std::vector<std::pair<double, double>> y_;  // top and bottom
};

}  // namespace ng::views
