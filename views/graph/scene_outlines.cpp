// SPDX-License-Identifier: Apache-2.0
// Growing cards together.
#include "views/graph/scene_outlines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "views/graph/turned.h"

namespace ng::views {
namespace {

constexpr std::size_t mostForOneLine = 80;  // cards of an outline that is made one line
constexpr double longestBridge = 5 * metrics::cardHeight;

class Outliner {
 public:
  explicit Outliner(const GraphScene& scene) : scene_(scene) {}

  CardOutline around(const std::vector<int>& members, double margin, const QString& name) const {
    CardOutline area;
    std::vector<QPainterPath>& pieces = area.outline.pieces;
    const std::set<int> own(members.begin(), members.end());
    std::map<int, int> leader;
    for (const int i : members) leader[i] = i;
    const auto root = [&](int i) {
      while (leader[i] != i) i = leader[i] = leader[leader[i]];
      return i;
    };
    for (const int i : members) pieces.push_back(rounded(grown(i, margin), margin));
    for (const int i : members)
      for (const int e : scene_.out[static_cast<std::size_t>(i)]) {
        const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(e)];
        if (!own.count(edge.to)) continue;
        const QPainterPath between = bridge(edge, own, margin);
        if (between.isEmpty()) continue;
        pieces.push_back(between);
        leader[root(edge.from)] = root(edge.to);
      }
    joinRows(members, margin, pieces, [&](int a, int b) { leader[root(a)] = root(b); });
    if (members.size() <= mostForOneLine) pieces = {withoutHoles(area.outline.path().simplified())};
    for (QPainterPath& piece : pieces) {
      piece = turned(piece, scene_.direction);
      piece.setFillRule(Qt::WindingFill);
      area.outline.bounds = area.outline.bounds.united(piece.boundingRect());
    }
    if (members.size() <= mostForOneLine)
      for (const int a : members)  // margins that overlap make one part, too
        for (const int b : members)
          if (grown(a, margin).intersects(grown(b, margin))) leader[root(a)] = root(b);
    std::map<int, std::vector<int>> parts;
    for (const int i : members) parts[root(i)].push_back(i);
    for (const auto& [first, part] : parts) area.labels.push_back(labelOn(part, margin, name));
    return area;
  }

 private:
  QRectF grown(int i, double margin) const {
    return rect(i).adjusted(-margin, -margin, margin, margin);
  }
  const Card& card(int i) const { return scene_.cards[static_cast<std::size_t>(i)]; }
  // As if the scene ran downwards.
  QRectF rect(int i) const { return turned(card(i).rect, scene_.direction); }

  static QPainterPath rounded(const QRectF& rect, double radius) {
    QPainterPath path;
    path.addRoundedRect(rect, radius, radius);
    return path;
  }
  // Members side by side in a row, with nothing between them, grow together.
  template <class Join>
  void joinRows(const std::vector<int>& members, double margin, std::vector<QPainterPath>& pieces,
                Join join) const {
    std::map<int, std::vector<int>> rows;
    for (const int i : members) rows[card(i).row].push_back(i);
    for (auto& [row, line] : rows) {
      std::sort(line.begin(), line.end(),
                [this](int a, int b) { return rect(a).left() < rect(b).left(); });
      for (std::size_t k = 1; k < line.size(); ++k) {
        const QRectF a = rect(line[k - 1]), b = rect(line[k]);
        if (b.left() - a.right() > 2 * margin + 8) continue;
        pieces.emplace_back();
        pieces.back().addRect(a.united(b).adjusted(0, -margin, 0, margin));
        join(line[k - 1], line[k]);
      }
    }
  }

  static QPainterPath withoutHoles(const QPainterPath& path) {
    constexpr double least = 6000;  // square pixels: smaller ones are only slits
    QPainterPath result;
    for (const QPolygonF& part : path.toSubpathPolygons()) {
      double area = 0;
      for (qsizetype i = 0; i + 1 < part.size(); ++i)
        area += part[i].x() * part[i + 1].y() - part[i + 1].x() * part[i].y();
      if (std::abs(area) / 2 < least) continue;
      result.addPolygon(part);
      result.closeSubpath();
    }
    return result;
  }

  // What lies between two joined members, as if the scene ran downwards, when it is free of others
  // and they are close.
  QPainterPath bridge(const EdgeShape& edge, const std::set<int>& own, double margin) const {
    const QRectF a = rect(edge.from), b = rect(edge.to);
    const QRectF& upper = a.top() < b.top() ? a : b;
    const QRectF& lower = a.top() < b.top() ? b : a;
    QPainterPath area;
    const double down = lower.top() - upper.bottom();
    const double across = std::abs(a.center().x() - b.center().x());
    if (std::abs(a.top() - b.top()) < 1 && across < a.width() + 2 * margin + 8) {
      area.addRect(a.united(b).adjusted(0, -margin, 0, margin));
      return area;
    }
    if (down < 0 || down > longestBridge || across > 1.5 * metrics::cardWidth) return {};
    QPolygonF between;
    between << upper.bottomLeft() + QPointF(-margin, -4)
            << upper.bottomRight() + QPointF(margin, -4) << lower.topRight() + QPointF(margin, 4)
            << lower.topLeft() + QPointF(-margin, 4);
    area.addPolygon(between);
    area.closeSubpath();
    std::vector<int> near;
    scene_.cardGrid.query(turned(between.boundingRect(), scene_.direction), near);
    const bool free = std::none_of(near.begin(), near.end(), [&](int i) {
      return !own.count(i) && area.intersects(rect(i).adjusted(-3, -3, 3, 3));
    });
    return free ? area : QPainterPath();
  }

  // A label stands on the upper edge of the highest, leftmost card's part of the outline.
  QRectF labelOn(const std::vector<int>& members, double margin, const QString& name) const {
    const int first = *std::min_element(members.begin(), members.end(), [this](int a, int b) {
      const QPointF p = card(a).rect.topLeft(), q = card(b).rect.topLeft();
      return p.y() != q.y() ? p.y() < q.y() : p.x() < q.x();
    });
    const QRectF r = card(first).rect;
    return QRectF(r.left() + 14, r.top() - margin - 7, 7.0 * static_cast<double>(name.size()) + 10,
                  14);
  }

  const GraphScene& scene_;
};

}  // namespace

CardOutline outlineAround(const GraphScene& scene, const std::vector<int>& cards, double margin,
                          const QString& name) {
  return Outliner(scene).around(cards, margin, name);
}

}  // namespace ng::views
