// SPDX-License-Identifier: Apache-2.0
// Runs the steps of routing.
#include "views/layout/routing/edge_router.h"

#include <deque>

#include "views/layout/routing/route_plan.h"

namespace ng::views {

namespace {

void routeDown(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges,
               const TakeRoute& take) {
  const RowGaps gaps(cards, edges);
  RoutePlans plans(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (!edges[i].given) plans[i] = planRoute(cards, gaps, edges[i]);
  spreadPorts(cards, edges, plans);
  spreadInGaps(gaps, plans);
  spreadBetweenRows(cards, gaps, plans);
  for (std::size_t i = 0; i < edges.size(); ++i)
    take(edges[i].given ? *edges[i].given : drawRoute(cards, gaps, plans[i]));
}

}  // namespace

void routeEdges(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges,
                Direction direction, const TakeRoute& take) {
  if (direction == Direction::down) return routeDown(cards, edges, take);
  std::vector<RouteCard> turnedCards = cards;
  for (RouteCard& card : turnedCards) {
    card.centre = turned(card.centre, direction);
    std::swap(card.width, card.height);
  }
  std::deque<std::vector<LayoutPoint>> given;  // owns the curves that the edges point to
  std::vector<RouteEdge> turnedEdges = edges;
  for (RouteEdge& edge : turnedEdges)
    if (edge.given) edge.given = &given.emplace_back(turned(*edge.given, direction));
  std::vector<LayoutPoint> route;
  routeDown(turnedCards, turnedEdges, [&](std::span<const LayoutPoint> drawn) {
    route.clear();
    for (const LayoutPoint& p : drawn) route.push_back(turned(p, direction));
    take(route);
  });
}

}  // namespace ng::views
