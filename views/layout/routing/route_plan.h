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
  double start = 0, end = 0;  // x of the ports
  std::vector<int> rows;      // crossed rows, in order
  std::vector<double> x;      // by crossed row
  std::vector<int> gap;       // by crossed row: index into RowGaps::gaps
  std::vector<double> lane;   // y of each shift between rows, rows + 1 of them; 0: no shift needed

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
