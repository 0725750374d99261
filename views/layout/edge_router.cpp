// SPDX-License-Identifier: Apache-2.0
// The steps of routing, one after the other.
#include "views/layout/edge_router.h"

#include "views/layout/route_plan.h"

namespace ng::views {

std::vector<std::vector<LayoutPoint>> routeEdges(const std::vector<RouteCard>& cards,
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

}  // namespace ng::views
