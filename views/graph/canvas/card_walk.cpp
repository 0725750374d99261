// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/card_walk.h"

#include <algorithm>
#include <cmath>

#include "views/graph/scene/turned.h"

namespace ng::views {
namespace {

// True for the keys that move between the cards of a row; the others follow edges.
bool alongRow(const GraphScene& scene, int key) {
  const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
  return across == (scene.direction == Direction::down);
}

}  // namespace

// Candidate cards for an arrow key, nearest first: cards joined by an edge in that direction; then,
// sideways, other neighbours of the card at which the last step started; then the next card of the
// row.
std::vector<int> CardWalk::neighbours(const GraphScene& scene, int from, int key) const {
  const QPointF here = scene.cards[static_cast<std::size_t>(from)].rect.center();
  const bool sideways = alongRow(scene, key);
  const auto ahead = [&](int card) {
    const QPointF way = scene.cards[static_cast<std::size_t>(card)].rect.center() - here;
    const double step = key == Qt::Key_Up || key == Qt::Key_Down ? way.y() : way.x();
    const bool sameRow = std::abs(turned(way, scene.direction).y()) < 1;
    const bool forwards = key == Qt::Key_Down || key == Qt::Key_Right;
    return (!sideways || sameRow) && (forwards ? step > 1 : step < -1);
  };
  const auto joined = [&scene](int card) {
    std::vector<int> result;
    for (const int e : scene.in[static_cast<std::size_t>(card)])
      result.push_back(scene.edges[static_cast<std::size_t>(e)].from);
    for (const int e : scene.out[static_cast<std::size_t>(card)])
      result.push_back(scene.edges[static_cast<std::size_t>(e)].to);
    const Card& own = scene.cards[static_cast<std::size_t>(card)];
    for (const Chip& chip : own.chips) {
      for (const ItemId read : chip.reads)
        if (const int source = scene.find(read); source >= 0) result.push_back(source);
      if (chip.far) result.push_back(scene.find(chip.source));
    }
    if (const auto far = scene.farReaders.find(own.id); far != scene.farReaders.end())
      result.insert(result.end(), far->second.begin(), far->second.end());
    return result;
  };
  const auto nearest = [&](std::vector<int> cards) {
    cards.erase(
        std::remove_if(cards.begin(), cards.end(), [&](int c) { return c == from || !ahead(c); }),
        cards.end());
    std::stable_sort(cards.begin(), cards.end(), [&](int a, int b) {
      const auto far = [&](int c) {
        const QPointF d = scene.cards[static_cast<std::size_t>(c)].rect.center() - here;
        return std::hypot(d.x(), d.y());
      };
      return far(a) < far(b);
    });
    return cards;
  };
  std::vector<int> found = nearest(joined(from));
  if (!found.empty() || !sideways) return found;
  if (cameFrom_ >= 0 && from == arrived_) found = nearest(joined(cameFrom_));
  if (!found.empty()) return found;
  std::vector<int> all(scene.cards.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return nearest(std::move(all));
}

int CardWalk::step(const GraphScene& scene, int from, int key) {
  const std::vector<int> next = neighbours(scene, from, key);
  if (next.empty()) return -1;
  if (!alongRow(scene, key))
    cameFrom_ = from;
  else if (from != arrived_)
    cameFrom_ = -1;
  return arrived_ = next.front();
}

int farEnd(const GraphScene& scene, int index, int selected, QPointF middle) {
  const EdgeShape& edge = scene.edges[static_cast<std::size_t>(index)];
  if (edge.from == selected) return edge.to;
  if (edge.to == selected) return edge.from;
  const auto far = [&](int card) {
    const QPointF d = scene.cards[static_cast<std::size_t>(card)].rect.center() - middle;
    return std::hypot(d.x(), d.y());
  };
  return far(edge.from) > far(edge.to) ? edge.from : edge.to;
}

}  // namespace ng::views
