// SPDX-License-Identifier: Apache-2.0
// Builds outlines by joining cards.
#include "views/graph/scene/scene_outlines.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "views/graph/scene/turned.h"

namespace ng::views {
namespace {

constexpr std::size_t mostForOneLine = 80;  // cards of an outline that is merged into one path
constexpr double longestBridge = 5 * metrics::cardHeight;

QPainterPath rounded(const QRectF& rect, double radius) {
  QPainterPath path;
  path.addRoundedRect(rect, radius, radius);
  return path;
}

QPainterPath square(const QRectF& rect) {
  QPainterPath path;
  path.addRect(rect);
  return path;
}

QPainterPath withoutHoles(const QPainterPath& path) {
  constexpr double least = 6000;  // square pixels: smaller holes are only slits
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

std::size_t hashOf(const std::vector<int>& numbers) {
  std::size_t hash = numbers.size();
  for (const int number : numbers) hash = hash * 1099511628211ull ^ static_cast<unsigned>(number);
  return hash;
}

}  // namespace

CardOutline Outliner::around(const std::vector<int>& cards, double margin, const QString& name) {
  CardOutline area;
  std::vector<QPainterPath>& pieces = area.outline.pieces;
  for (const int i : cards) own_[static_cast<std::size_t>(i)] = 1;
  for (const int i : cards) leader_[static_cast<std::size_t>(i)] = i;
  for (const int i : cards) pieces.push_back(rounded(grown(i, margin), margin));
  joinEdges(cards, margin, pieces);
  joinRows(cards, margin, pieces);
  if (cards.size() <= mostForOneLine) {
    pieces = {oneLine(pieces, rect(cards.front()).topLeft())};
    for (const int a : cards)  // overlapping margins form one part, too
      for (const int b : cards)
        if (grown(a, margin).intersects(grown(b, margin))) join(a, b);
  }
  for (QPainterPath& piece : pieces) {
    piece = turned(piece, scene_.direction);
    piece.setFillRule(Qt::WindingFill);
    area.outline.bounds = area.outline.bounds.united(piece.boundingRect());
  }
  std::map<int, std::vector<int>> parts;
  for (const int i : cards) parts[root(i)].push_back(i);
  for (const auto& [first, part] : parts) area.labels.push_back(labelOn(part, margin, name));
  for (const int i : cards) own_[static_cast<std::size_t>(i)] = 0;
  return area;
}

CardOutline Outliner::roughly(const std::vector<int>& cards, double margin,
                              const QString& name) const {
  CardOutline area;
  for (const std::vector<int>& run : runs(cards, margin)) {
    const QRectF all =
        turned(grown(run.front(), margin).united(grown(run.back(), margin)), scene_.direction);
    area.outline.pieces.push_back(square(all));
    area.outline.bounds = area.outline.bounds.united(all);
  }
  area.labels.push_back(labelOn(cards, margin, name));
  return area;
}

QRectF Outliner::grown(int i, double margin) const {
  return rect(i).adjusted(-margin, -margin, margin, margin);
}

int Outliner::root(int i) {
  const auto above = [this](int of) -> int& { return leader_[static_cast<std::size_t>(of)]; };
  while (above(i) != i) i = above(i) = above(above(i));
  return i;
}

QRectF Outliner::rect(int i) const {
  return turned(card(i).rect, scene_.direction);
}

// Runs of adjacent cards in a row, with nothing between them; row by row.
std::vector<std::vector<int>> Outliner::runs(const std::vector<int>& cards, double margin) const {
  std::vector<int> sorted = cards;
  std::sort(sorted.begin(), sorted.end(), [this](int a, int b) {
    return std::pair(card(a).row, rect(a).left()) < std::pair(card(b).row, rect(b).left());
  });
  std::vector<std::vector<int>> runs;
  for (const int i : sorted) {
    const int last = runs.empty() ? -1 : runs.back().back();
    const bool joined = last >= 0 && card(last).row == card(i).row &&
                        rect(i).left() - rect(last).right() <= 2 * margin + 8;
    if (!joined) runs.emplace_back();
    runs.back().push_back(i);
  }
  return runs;
}

// Joins the cards of each run.
void Outliner::joinRows(const std::vector<int>& cards, double margin,
                        std::vector<QPainterPath>& pieces) {
  for (const std::vector<int>& run : runs(cards, margin)) {
    for (std::size_t k = 1; k < run.size(); ++k) {
      const QRectF both = rect(run[k - 1]).united(rect(run[k]));
      pieces.push_back(square(both.adjusted(0, -margin, 0, margin)));
      join(run[k - 1], run[k]);
    }
  }
}

void Outliner::joinEdges(const std::vector<int>& cards, double margin,
                         std::vector<QPainterPath>& pieces) {
  for (const int i : cards)
    for (const int e : scene_.out[static_cast<std::size_t>(i)]) {
      const EdgeShape& edge = scene_.edges[static_cast<std::size_t>(e)];
      if (!own_[static_cast<std::size_t>(edge.to)]) continue;
      QPainterPath between = bridge(edge, margin);
      if (between.isEmpty()) continue;
      pieces.push_back(std::move(between));
      join(edge.from, edge.to);
    }
}

// The area between two linked cards, as if the scene ran downwards; empty if other cards are in
// between or they are too far apart.
QPainterPath Outliner::bridge(const EdgeShape& edge, double margin) const {
  const QRectF a = rect(edge.from), b = rect(edge.to);
  const QRectF& upper = a.top() < b.top() ? a : b;
  const QRectF& lower = a.top() < b.top() ? b : a;
  const double down = lower.top() - upper.bottom();
  const double across = std::abs(a.center().x() - b.center().x());
  if (std::abs(a.top() - b.top()) < 1 && across < a.width() + 2 * margin + 8)
    return square(a.united(b).adjusted(0, -margin, 0, margin));
  if (down < 0 || down > longestBridge || across > 1.5 * metrics::cardWidth) return {};
  QPainterPath area;
  QPolygonF between;
  between << upper.bottomLeft() + QPointF(-margin, -4) << upper.bottomRight() + QPointF(margin, -4)
          << lower.topRight() + QPointF(margin, 4) << lower.topLeft() + QPointF(-margin, 4);
  area.addPolygon(between);
  area.closeSubpath();
  std::vector<int> near;
  scene_.cardGrid.query(turned(between.boundingRect(), scene_.direction), near);
  const bool free = std::none_of(near.begin(), near.end(), [&](int i) {
    return !own_[static_cast<std::size_t>(i)] && area.intersects(rect(i).adjusted(-3, -3, 3, 3));
  });
  return free ? area : QPainterPath();
}

// Uniting paths dominates the time of a large scene, so equal outlines are united once.
QPainterPath Outliner::oneLine(const std::vector<QPainterPath>& pieces, QPointF origin) {
  constexpr double parts = 16;  // coordinates are compared to 1/16 pixel
  Shape shape;
  QPainterPath whole;
  whole.setFillRule(Qt::WindingFill);
  for (const QPainterPath& piece : pieces) {
    whole.addPath(piece);
    for (int i = 0; i < piece.elementCount(); ++i) {
      const QPainterPath::Element at = piece.elementAt(i);
      shape.numbers.push_back(at.type);
      shape.numbers.push_back(qRound((at.x - origin.x()) * parts));
      shape.numbers.push_back(qRound((at.y - origin.y()) * parts));
    }
  }
  const std::size_t hash = hashOf(shape.numbers);
  const auto [first, last] = shapes_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (known->second.numbers == shape.numbers) return known->second.line.translated(origin);
  shape.line = withoutHoles(whole.simplified()).translated(-origin);
  return shapes_.emplace(hash, std::move(shape))->second.line.translated(origin);
}

// The label is on the upper edge of the outline's part with the highest, leftmost card.
QRectF Outliner::labelOn(const std::vector<int>& cards, double margin, const QString& name) const {
  const int first = *std::min_element(cards.begin(), cards.end(), [this](int a, int b) {
    const QPointF p = card(a).rect.topLeft(), q = card(b).rect.topLeft();
    return p.y() != q.y() ? p.y() < q.y() : p.x() < q.x();
  });
  const QRectF r = card(first).rect;
  return QRectF(r.left() + 14, r.top() - margin - 7, 7.0 * static_cast<double>(name.size()) + 10,
                14);
}

}  // namespace ng::views
