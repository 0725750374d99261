// SPDX-License-Identifier: Apache-2.0
// Look-ups in a scene.
#include "views/graph/scene/scene.h"

#include <QLineF>
#include <algorithm>

#include "views/graph/scene/bezier.h"

namespace ng::views {

bool Outline::contains(QPointF at) const {
  return bounds.contains(at) &&
         std::any_of(pieces.begin(), pieces.end(),
                     [at](const QPainterPath& piece) { return piece.contains(at); });
}

QPainterPath Outline::path() const {
  QPainterPath whole;
  for (const QPainterPath& piece : pieces) whole.addPath(piece);
  whole.setFillRule(Qt::WindingFill);
  return whole;
}

int GraphScene::find(ItemId id) const {
  const auto it = index.find(id);
  return it == index.end() ? -1 : it->second;
}

QPainterPath GraphScene::edgePath(const EdgeShape& edge, const QRectF& within) const {
  QPainterPath path;
  const QPointF* p = edgePoints(edge);
  bool joined = false;
  for (std::uint32_t i = 0; i + 3 < edge.points; i += 3) {
    const auto [left, right] = std::minmax({p[i].x(), p[i + 1].x(), p[i + 2].x(), p[i + 3].x()});
    const auto [top, bottom] = std::minmax({p[i].y(), p[i + 1].y(), p[i + 2].y(), p[i + 3].y()});
    const bool seen = left <= within.right() && right >= within.left() && top <= within.bottom() &&
                      bottom >= within.top();
    if (seen && !joined) path.moveTo(p[i]);
    if (seen) path.cubicTo(p[i + 1], p[i + 2], p[i + 3]);
    joined = seen;
  }
  return path;
}

int GraphScene::cardAt(QPointF at) const {
  std::vector<int> near;
  cardGrid.query(QRectF(at, QSizeF(0, 0)), near);
  for (const int i : near)
    if (cards[static_cast<std::size_t>(i)].rect.contains(at)) return i;
  return -1;
}

int GraphScene::cardOfChipAt(QPointF at) const {
  std::vector<int> near;
  // Chips extend above their cards.
  cardGrid.query(QRectF(at - QPointF(1, 1), QSizeF(2, 24)), near);
  for (const int i : near)
    for (const Chip& chip : cards[static_cast<std::size_t>(i)].chips)
      if (chip.rect.contains(at)) return i;
  return -1;
}

const Chip* GraphScene::chipAt(QPointF at) const {
  const int card = cardOfChipAt(at);
  if (card < 0) return nullptr;
  for (const Chip& chip : cards[static_cast<std::size_t>(card)].chips)
    if (chip.rect.contains(at)) return &chip;
  return nullptr;
}

int GraphScene::edgeAt(QPointF at, double reach) const {
  std::vector<int> near;
  edgeGrid.query(QRectF(at, QSizeF(0, 0)).adjusted(-reach, -reach, reach, reach), near);
  int best = -1;
  double least = reach;
  for (const int i : near) {
    const EdgeShape& edge = edges[static_cast<std::size_t>(i)];
    if (!edge.routed) continue;
    const QPointF* p = edgePoints(edge);
    for (std::uint32_t k = 0; k + 3 < edge.points; k += 3) {
      for (int step = 0; step <= 16; ++step) {
        const double distance = QLineF(bezierPoint(p + k, step / 16.0), at).length();
        if (distance < least) least = distance, best = i;
      }
    }
  }
  return best;
}

}  // namespace ng::views
