// SPDX-License-Identifier: Apache-2.0
// Chooses between a given curve and our own route.
#include "views/graph/scene/scene_routes.h"

#include <algorithm>
#include <cmath>

#include "views/graph/scene/hub_edges.h"
#include "views/layout/routing/edge_router.h"

namespace ng::views {
namespace {

class SceneRouter {
 public:
  explicit SceneRouter(GraphScene& scene) : scene_(scene) {}

  void route(const Placement& placement, const std::optional<QRectF>& near) {
    if (near) leaveOut(*near);
    std::vector<RouteCard> cards;
    cards.reserve(scene_.cards.size());
    for (const Card& c : scene_.cards)
      cards.push_back(
          {{c.rect.center().x(), c.rect.center().y()}, c.rect.width(), c.rect.height(), c.row});
    std::vector<RouteEdge> edges;
    for (const EdgeShape& edge : scene_.edges) {
      if (edge.hub || !edge.routed) continue;
      const auto given = placement.curves.find({card(edge.from).id, card(edge.to).id});
      const bool free = given != placement.curves.end() && isGood(given->second, edge);
      edges.push_back({edge.from, edge.to, free ? &given->second : nullptr});
    }
    const auto routes = routeEdges(cards, edges, scene_.direction);
    std::size_t next = 0;
    for (EdgeShape& edge : scene_.edges) {
      edge.first = static_cast<std::uint32_t>(scene_.points.size());
      if (edge.hub || !edge.routed) {
        for (const QPointF& p :
             directCurve(card(edge.from).rect, card(edge.to).rect, scene_.direction))
          scene_.points.push_back(p);
      } else {
        for (const LayoutPoint& p : routes[next++]) scene_.points.emplace_back(p.x, p.y);
      }
      edge.points = static_cast<std::uint32_t>(scene_.points.size()) - edge.first;
    }
  }

 private:
  const Card& card(int i) const { return scene_.cards[static_cast<std::size_t>(i)]; }

  void leaveOut(const QRectF& near) {
    for (EdgeShape& edge : scene_.edges)
      edge.routed =
          edge.hub || card(edge.from).rect.intersects(near) || card(edge.to).rect.intersects(near);
  }

  bool matches(const QPainterPath& path, const EdgeShape& edge) const {
    std::vector<int> near;
    scene_.cardGrid.query(path.boundingRect(), near);
    return std::any_of(near.begin(), near.end(), [&](int i) {
      return i != edge.from && i != edge.to && path.intersects(card(i).rect.adjusted(-3, -3, 3, 3));
    });
  }

  // Curves are routed among the cards of all passes. Whether the curve suits this graph: it crosses
  // no card that only some passes have, and makes no detour around a card that is not shown.
  bool isGood(const std::vector<LayoutPoint>& curve, const EdgeShape& edge) const {
    const bool right = scene_.direction == Direction::right;
    const auto across = [right](LayoutPoint p) { return right ? p.y : p.x; };
    double low = across(curve.front()), high = low;
    for (std::size_t k = 0; k + 3 < curve.size(); k += 3) {
      QPainterPath part(QPointF(curve[k].x, curve[k].y));
      part.cubicTo(curve[k + 1].x, curve[k + 1].y, curve[k + 2].x, curve[k + 2].y, curve[k + 3].x,
                   curve[k + 3].y);
      if (matches(part, edge)) return false;
      const QRectF box = part.boundingRect();
      low = std::min(low, right ? box.top() : box.left());
      high = std::max(high, right ? box.bottom() : box.right());
    }
    constexpr double detour = 24;
    const auto [least, most] = std::minmax({across(curve.front()), across(curve.back())});
    if (low > least - detour && high < most + detour) return true;
    QPainterPath straight(card(edge.from).rect.center());
    straight.lineTo(card(edge.to).rect.center());
    return matches(straight, edge);
  }

  GraphScene& scene_;
};

}  // namespace

void routeScene(GraphScene& scene, const Placement& placement, const std::optional<QRectF>& near) {
  SceneRouter(scene).route(placement, near);
}

}  // namespace ng::views
