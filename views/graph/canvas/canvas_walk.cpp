// SPDX-License-Identifier: Apache-2.0
// Keyboard navigation between cards, with the arrow keys and along edges.
#include <algorithm>
#include <cmath>

#include "views/graph/canvas/canvas.h"
#include "views/graph/scene/turned.h"

namespace ng::views {

// True for the keys that move between the cards of a row; the others follow edges.
bool GraphCanvas::alongRow(int key) const {
  const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
  return across == (scene_->direction == Direction::down);
}

// Candidate cards for an arrow key, nearest first: cards joined by an edge in that direction; then,
// sideways, other neighbours of the card at which the last step started; then the next card of the
// row.
std::vector<int> GraphCanvas::neighbours(int from, int key) const {
  const QPointF here = scene_->cards[static_cast<std::size_t>(from)].rect.center();
  const bool sideways = alongRow(key);
  const auto ahead = [&](int card) {
    const QPointF way = scene_->cards[static_cast<std::size_t>(card)].rect.center() - here;
    const double step = key == Qt::Key_Up || key == Qt::Key_Down ? way.y() : way.x();
    const bool sameRow = std::abs(turned(way, scene_->direction).y()) < 1;
    const bool forwards = key == Qt::Key_Down || key == Qt::Key_Right;
    return (!sideways || sameRow) && (forwards ? step > 1 : step < -1);
  };
  const auto joined = [this](int card) {
    std::vector<int> result;
    for (const int e : scene_->in[static_cast<std::size_t>(card)])
      result.push_back(scene_->edges[static_cast<std::size_t>(e)].from);
    for (const int e : scene_->out[static_cast<std::size_t>(card)])
      result.push_back(scene_->edges[static_cast<std::size_t>(e)].to);
    const Card& own = scene_->cards[static_cast<std::size_t>(card)];
    for (const Chip& chip : own.chips) {
      for (const ItemId read : chip.reads)
        if (const int source = scene_->find(read); source >= 0) result.push_back(source);
      if (chip.far) result.push_back(scene_->find(chip.source));
    }
    if (const auto far = scene_->farReaders.find(own.id); far != scene_->farReaders.end())
      result.insert(result.end(), far->second.begin(), far->second.end());
    return result;
  };
  const auto nearest = [&](std::vector<int> cards) {
    cards.erase(
        std::remove_if(cards.begin(), cards.end(), [&](int c) { return c == from || !ahead(c); }),
        cards.end());
    std::stable_sort(cards.begin(), cards.end(), [&](int a, int b) {
      const auto far = [&](int c) {
        const QPointF d = scene_->cards[static_cast<std::size_t>(c)].rect.center() - here;
        return std::hypot(d.x(), d.y());
      };
      return far(a) < far(b);
    });
    return cards;
  };
  std::vector<int> found = nearest(joined(from));
  if (!found.empty() || !sideways) return found;
  if (cameFrom_ >= 0) found = nearest(joined(cameFrom_));
  if (!found.empty()) return found;
  std::vector<int> all(scene_->cards.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return nearest(std::move(all));
}

bool GraphCanvas::walk(int key) {
  if (scene_->cards.empty()) return false;
  if (lit_.selected < 0) {
    std::vector<ItemId> seen = visibleItems();
    const ItemId first = seen.empty() ? scene_->cards.front().id : seen.front();
    select(first);
    emit walkedTo(first);
    return true;
  }
  const int from = lit_.selected;
  const std::vector<int> next = neighbours(from, key);
  if (next.empty()) return false;
  const ItemId item = scene_->cards[static_cast<std::size_t>(next.front())].id;
  select(item);
  if (!alongRow(key)) cameFrom_ = from;
  reveal(item);
  emit walkedTo(item);
  return true;
}

void GraphCanvas::goToRead(ItemId source) {
  select(source);
  goTo(source);
  emit walkedTo(source);
}

int GraphCanvas::farEnd(int index) const {
  const EdgeShape& edge = scene_->edges[static_cast<std::size_t>(index)];
  if (edge.from == lit_.selected) return edge.to;
  if (edge.to == lit_.selected) return edge.from;
  const QPointF middle = visibleArea().center();
  const auto far = [&](int card) {
    const QPointF d = scene_->cards[static_cast<std::size_t>(card)].rect.center() - middle;
    return std::hypot(d.x(), d.y());
  };
  return far(edge.from) > far(edge.to) ? edge.from : edge.to;
}

void GraphCanvas::followEdge(int edge) {
  const int end = farEnd(edge);
  const ItemId item = scene_->cards[static_cast<std::size_t>(end)].id;
  select(item);
  lit_.walkedEdge = edge;
  reveal(item);
  emit walkedTo(item);
}

}  // namespace ng::views
