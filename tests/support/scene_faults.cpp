// SPDX-License-Identifier: Apache-2.0
// Looking at every pair of cards, and at four hundred points of every edge.
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
  for (const EdgeShape& edge : scene.edges) {
    const QPainterPath path = scene.edgePath(edge);
    for (int step = 0; step <= 400; ++step) {
      const int card = scene.cardAt(path.pointAtPercent(step / 400.0));
      if (card >= 0 && card != edge.from && card != edge.to)
        return title(edge.from) + " -> " + title(edge.to) + " through " + title(card);
    }
  }
  return {};
}

}  // namespace ng::testing
