// SPDX-License-Identifier: Apache-2.0
// Routes edges between cards in rows: down through the gaps between the cards of each row, across
// in the channels between rows, each edge on its own lane. No route crosses a card. The cost is
// proportional to the number of rows that the edges cross.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "views/layout/direction.h"

namespace ng::views {

struct RouteCard {
  LayoutPoint centre;
  double width = 148, height = 40;
  // Cards of a row have the same y (x if the graph runs to the right) and do not overlap.
  int row = 0;
};

struct RouteEdge {
  int from = 0, to = 0;                             // cards
  const std::vector<LayoutPoint>* given = nullptr;  // keep this curve; others avoid it
};

// Gives `take` for each edge in turn a chain of cubic Bézier curves (1 + 3n points) from the border
// of `from` to the border of `to`, leaving and arriving at right angles. The points are valid
// during the call: all routes of a large graph at once would need a second time the memory of the
// scene.
using TakeRoute = std::function<void(std::span<const LayoutPoint>)>;
void routeEdges(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges,
                Direction direction, const TakeRoute& take);

}  // namespace ng::views
