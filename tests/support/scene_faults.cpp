// SPDX-License-Identifier: Apache-2.0
// Checks every pair of cards, and many points of every edge.
#include "tests/support/scene_faults.h"

#include <QLineF>
#include <QPolygonF>
#include <algorithm>

namespace ng::testing {

using views::EdgeShape;
using views::GraphScene;

QString overlappingCards(const GraphScene& scene) {
  for (std::size_t i = 0; i < scene.cards.size(); ++i)
    for (std::size_t k = i + 1; k < scene.cards.size(); ++k)
      if (scene.cards[i].rect.intersects(scene.cards[k].rect))
        return scene.cards[i].title + " and " + scene.cards[k].title;
  return {};
}

QString cardPassedByAnEdge(const GraphScene& scene) {
  const auto title = [&](int card) { return scene.cards[static_cast<std::size_t>(card)].title; };
  constexpr int steps = 48;  // per Bézier curve
  for (const EdgeShape& edge : scene.edges) {
    const QPointF* p = scene.edgePoints(edge);
    for (std::uint32_t k = 0; k + 3 < edge.points; k += 3) {
      for (int step = 0; step <= steps; ++step) {
        const double t = static_cast<double>(step) / steps, u = 1 - t;
        const int card = scene.cardAt(p[k] * (u * u * u) + p[k + 1] * (3 * u * u * t) +
                                      p[k + 2] * (3 * u * t * t) + p[k + 3] * (t * t * t));
        if (card >= 0 && card != edge.from && card != edge.to)
          return title(edge.from) + " -> " + title(edge.to) + " through " + title(card);
      }
    }
  }
  return {};
}

int crossings(const GraphScene& scene) {
  constexpr int steps = 8;  // per Bézier curve
  std::vector<std::vector<QPointF>> lines;
  std::vector<QRectF> boxes;
  for (const EdgeShape& edge : scene.edges) {
    const QPointF* p = scene.edgePoints(edge);
    std::vector<QPointF> line;
    for (std::uint32_t k = 0; k + 3 < edge.points; k += 3)
      for (int step = k > 0; step <= steps; ++step) {
        const double t = static_cast<double>(step) / steps, u = 1 - t;
        line.push_back(p[k] * (u * u * u) + p[k + 1] * (3 * u * u * t) +
                       p[k + 2] * (3 * u * t * t) + p[k + 3] * (t * t * t));
      }
    boxes.push_back(QPolygonF(QList<QPointF>(line.begin(), line.end())).boundingRect());
    lines.push_back(std::move(line));
  }
  const auto cross = [&](std::size_t a, std::size_t b) {
    for (std::size_t i = 1; i < lines[a].size(); ++i)
      for (std::size_t k = 1; k < lines[b].size(); ++k)
        if (QLineF(lines[a][i - 1], lines[a][i])
                .intersects(QLineF(lines[b][k - 1], lines[b][k]), nullptr) ==
            QLineF::BoundedIntersection)
          return true;
    return false;
  };
  int found = 0;
  for (std::size_t a = 0; a < lines.size(); ++a)
    for (std::size_t b = a + 1; b < lines.size(); ++b) {
      const EdgeShape &e = scene.edges[a], &f = scene.edges[b];
      const bool joined = e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to;
      found += !joined && boxes[a].intersects(boxes[b]) && cross(a, b);
    }
  return found;
}

int longEdges(const GraphScene& scene, int rows) {
  return static_cast<int>(
      std::count_if(scene.edges.begin(), scene.edges.end(), [&](const EdgeShape& edge) {
        const auto row = [&](int card) { return scene.cards[static_cast<std::size_t>(card)].row; };
        return std::abs(row(edge.from) - row(edge.to)) >= rows;
      }));
}

}  // namespace ng::testing
