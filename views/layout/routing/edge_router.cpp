// SPDX-License-Identifier: Apache-2.0
// Runs the steps of routing.
#include "views/layout/routing/edge_router.h"

#include <deque>

#include "views/layout/routing/route_plan.h"

namespace ng::views {

namespace {

std::vector<std::vector<LayoutPoint>> routeDown(const std::vector<RouteCard>& cards,
                                                const std::vector<RouteEdge>& edges) {
  const RowGaps gaps(cards, edges);
  RoutePlans plans(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (!edges[i].given) plans[i] = planRoute(cards, gaps, edges[i]);
  spreadPorts(cards, edges, plans);
  spreadInGaps(gaps, plans);
  spreadBetweenRows(cards, gaps, plans);
  std::vector<std::vector<LayoutPoint>> routes;
  for (std::size_t i = 0; i < edges.size(); ++i)
    routes.push_back(edges[i].given ? *edges[i].given : drawRoute(cards, gaps, plans[i]));
  return routes;
}

}  // namespace

std::vector<std::vector<LayoutPoint>> routeEdges(const std::vector<RouteCard>& cards,
                                                 const std::vector<RouteEdge>& edges,
                                                 Direction direction) {
  if (direction == Direction::down) return routeDown(cards, edges);
  std::vector<RouteCard> turnedCards = cards;
  for (RouteCard& card : turnedCards) {
    card.centre = turned(card.centre, direction);
    std::swap(card.width, card.height);
  }
  std::deque<std::vector<LayoutPoint>> given;  // owns the curves that the edges point to
  std::vector<RouteEdge> turnedEdges = edges;
  for (RouteEdge& edge : turnedEdges)
    if (edge.given) edge.given = &given.emplace_back(turned(*edge.given, direction));
  auto routes = routeDown(turnedCards, turnedEdges);
  for (auto& route : routes) route = turned(std::move(route), direction);
  return routes;
}

}  // namespace ng::views
