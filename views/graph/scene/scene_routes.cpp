// SPDX-License-Identifier: Apache-2.0
// Chooses between a given curve and our own route.
#include "views/graph/scene/scene_routes.h"

#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

#include "views/graph/scene/hub_edges.h"
#include "views/layout/routing/edge_router.h"

namespace ng::views {
namespace {

using Bezier = std::array<QPointF, 4>;

QPointF point(LayoutPoint p) {
  return {p.x, p.y};
}

QRectF boundsOf(const Bezier& p) {
  QPainterPath path(p[0]);
  path.cubicTo(p[1], p[2], p[3]);
  return path.boundingRect();
}

// Whether the curve enters the area. Unlike QPainterPath::intersects(), which fills the curve.
bool enters(const Bezier& p, const QRectF& area) {
  const auto [left, right] = std::minmax({p[0].x(), p[1].x(), p[2].x(), p[3].x()});
  const auto [top, bottom] = std::minmax({p[0].y(), p[1].y(), p[2].y(), p[3].y()});
  if (left > area.right() || right < area.left() || top > area.bottom() || bottom < area.top())
    return false;
  if (area.contains(p[0]) || area.contains(p[3])) return true;
  if (right - left < 0.5 && bottom - top < 0.5) return true;
  const QPointF a = (p[0] + p[1]) / 2, b = (p[1] + p[2]) / 2, c = (p[2] + p[3]) / 2;
  const QPointF d = (a + b) / 2, e = (b + c) / 2, middle = (d + e) / 2;
  return enters({p[0], a, d, middle}, area) || enters({middle, e, c, p[3]}, area);
}

class SceneRouter {
 public:
  SceneRouter(GraphScene& scene, const Placement& placement)
      : scene_(scene), placement_(placement) {}

  void route(const std::optional<QRectF>& near) {
    if (near) leaveOut(*near);
    std::vector<RouteCard> cards;
    cards.reserve(scene_.cards.size());
    for (const Card& c : scene_.cards)
      cards.push_back(
          {{c.rect.center().x(), c.rect.center().y()}, c.rect.width(), c.rect.height(), c.row});
    std::vector<RouteEdge> edges;
    for (const EdgeShape& edge : scene_.edges) {
      if (edge.hub || !edge.routed) continue;
      const auto given = placement_.curves.find({card(edge.from).id, card(edge.to).id});
      const bool free = given != placement_.curves.end() && isGood(given->second, edge);
      edges.push_back({edge.from, edge.to, free ? &given->second : nullptr});
    }
    scene_.points.reserve(usualPoints());
    auto shape = scene_.edges.begin();
    drawDirectly(shape);
    routeEdges(cards, edges, scene_.direction, [&](std::span<const LayoutPoint> route) {
      begin(*shape);
      for (const LayoutPoint& p : route) scene_.points.emplace_back(p.x, p.y);
      end(*shape++);
      drawDirectly(shape);
    });
  }

 private:
  // The points of all edges if none shifts far between two rows.
  std::size_t usualPoints() const {
    std::size_t points = 0;
    for (const EdgeShape& edge : scene_.edges)
      points +=
          4 + (edge.routed && !edge.hub
                   ? 6 * static_cast<std::size_t>(std::abs(card(edge.to).row - card(edge.from).row))
                   : 0);
    return points;
  }

  // Draws the edges from `shape` on to the next that is routed.
  void drawDirectly(std::vector<EdgeShape>::iterator& shape) {
    for (; shape != scene_.edges.end() && (shape->hub || !shape->routed); ++shape) {
      begin(*shape);
      for (const QPointF& p :
           directCurve(card(shape->from).rect, card(shape->to).rect, scene_.direction))
        scene_.points.push_back(p);
      end(*shape);
    }
  }

  void begin(EdgeShape& shape) const {
    shape.first = static_cast<std::uint32_t>(scene_.points.size());
  }
  void end(EdgeShape& shape) const {
    shape.points = static_cast<std::uint32_t>(scene_.points.size()) - shape.first;
  }

  const Card& card(int i) const { return scene_.cards[static_cast<std::size_t>(i)]; }

  void leaveOut(const QRectF& near) {
    for (EdgeShape& edge : scene_.edges)
      edge.routed =
          edge.hub || card(edge.from).rect.intersects(near) || card(edge.to).rect.intersects(near);
  }

  // Whether the curve touches a card other than the edge's own. Our own routes may pass a corner
  // closely: in an edited picture they stay.
  bool touchesCard(const Bezier& curve, const EdgeShape& edge) const {
    const double margin = placement_.edited ? 0 : 3;
    std::vector<int> near;
    scene_.cardGrid.query(boundsOf(curve), near);
    return std::any_of(near.begin(), near.end(), [&](int i) {
      return i != edge.from && i != edge.to &&
             enters(curve, card(i).rect.adjusted(-margin, -margin, margin, margin));
    });
  }

  // Curves are routed among the cards of all passes. Whether the curve suits this graph: it crosses
  // no card that only some passes have, and makes no detour around a card that is not shown. In an
  // edited picture curves may keep their detours.
  bool isGood(const std::vector<LayoutPoint>& curve, const EdgeShape& edge) const {
    const bool right = scene_.direction == Direction::right;
    const auto across = [right](LayoutPoint p) { return right ? p.y : p.x; };
    double low = across(curve.front()), high = low;
    for (std::size_t k = 0; k + 3 < curve.size(); k += 3) {
      const Bezier part{point(curve[k]), point(curve[k + 1]), point(curve[k + 2]),
                        point(curve[k + 3])};
      if (touchesCard(part, edge)) return false;
      const QRectF box = boundsOf(part);
      low = std::min(low, right ? box.top() : box.left());
      high = std::max(high, right ? box.bottom() : box.right());
    }
    constexpr double detour = 24;
    const auto [least, most] = std::minmax({across(curve.front()), across(curve.back())});
    if (placement_.edited || (low > least - detour && high < most + detour)) return true;
    const QPointF from = card(edge.from).rect.center(), to = card(edge.to).rect.center();
    return touchesCard({from, from, to, to}, edge);
  }

  GraphScene& scene_;
  const Placement& placement_;
};

}  // namespace

void routeScene(GraphScene& scene, const Placement& placement, const std::optional<QRectF>& near) {
  SceneRouter(scene, placement).route(near);
}

}  // namespace ng::views
