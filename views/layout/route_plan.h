// SPDX-License-Identifier: Apache-2.0
// An edge on its way to becoming a curve, and the steps that bring it there, in this order.
#pragma once

#include "views/layout/row_gaps.h"

namespace ng::views {

enum class CardSide { bottom, top, left, right };

// From a port through one x in each row that is passed to the other port.
struct RoutePlan {
  int from = 0, to = 0;  // cards; equal for an edge whose curve is given
  CardSide out = CardSide::bottom, in = CardSide::top;
  double start = 0, end = 0;  // x of the ports
  std::vector<int> rows;      // passed, in order
  std::vector<double> x;      // in each of them
  std::vector<int> gap;       // in each of them: index into RowGaps::gaps
  std::vector<double> lane;   // y of each shift between rows, rows + 1 of them; 0: none is needed

  double xBefore(std::size_t shift) const { return shift == 0 ? start : x[shift - 1]; }
  double xAfter(std::size_t shift) const { return shift < x.size() ? x[shift] : end; }
  bool sideways() const { return out == CardSide::left || out == CardSide::right; }
};
using RoutePlans = std::vector<RoutePlan>;

// The gaps on the shortest way with the fewest shifts.
RoutePlan planRoute(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                    const RouteEdge& edge);
// Ports of one side stand apart, also from the ends of given curves.
void spreadPorts(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges,
                 RoutePlans& plans);
// Edges through one gap stand side by side.
void spreadInGaps(const RowGaps& gaps, RoutePlans& plans);
// Long shifts between two rows get a height each; those from one card may share it.
void spreadBetweenRows(const std::vector<RouteCard>& cards, const RowGaps& gaps, RoutePlans& plans);
std::vector<LayoutPoint> drawRoute(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                                   const RoutePlan& plan);

}  // namespace ng::views
