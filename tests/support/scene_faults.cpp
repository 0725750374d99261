// SPDX-License-Identifier: Apache-2.0
// Looking at every pair of cards, and at many points of every edge.
#include "tests/support/scene_faults.h"

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
  constexpr int steps = 48;  // of each Bézier curve
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

}  // namespace ng::testing
