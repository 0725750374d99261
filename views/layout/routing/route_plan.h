// SPDX-License-Identifier: Apache-2.0
// The plan of an edge's route, and the steps that refine it, in this order.
#pragma once

#include "views/layout/routing/row_gaps.h"

namespace ng::views {

enum class CardSide { bottom, top, left, right };

// A route from a port through one x in each crossed row to the other port.
struct RoutePlan {
  int from = 0, to = 0;  // cards; equal for an edge with a given curve
  CardSide out = CardSide::bottom, in = CardSide::top;
  double start = 0, end = 0;   // x of the ports
  int firstRow = 0, step = 1;  // of the crossed rows
  std::vector<double> x;       // by crossed row
  std::vector<int> gap;        // by crossed row: index into RowGaps::gaps
  // y of each shift between rows, one more than the crossed rows; 0: no shift needed. Empty: none
  // is.
  std::vector<double> lane;

  int row(std::size_t i) const { return firstRow + step * static_cast<int>(i); }
  double laneOf(std::size_t shift) const { return lane.empty() ? 0 : lane[shift]; }
  double xBefore(std::size_t shift) const { return shift == 0 ? start : x[shift - 1]; }
  double xAfter(std::size_t shift) const { return shift < x.size() ? x[shift] : end; }
  bool sideways() const { return out == CardSide::left || out == CardSide::right; }
};
using RoutePlans = std::vector<RoutePlan>;

// Chooses the gaps on the shortest route with the fewest shifts.
RoutePlan planRoute(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                    const RouteEdge& edge);
// Spreads the ports of each side of a card, also away from the ends of given curves.
void spreadPorts(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges,
                 RoutePlans& plans);
// Spreads edges through the same gap side by side.
void spreadInGaps(const RowGaps& gaps, RoutePlans& plans);
// Gives long shifts between two rows different heights; shifts from the same card may share one.
void spreadBetweenRows(const std::vector<RouteCard>& cards, const RowGaps& gaps, RoutePlans& plans);
std::vector<LayoutPoint> drawRoute(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                                   const RoutePlan& plan);

}  // namespace ng::views
