// SPDX-License-Identifier: Apache-2.0
#include "views/graph/scene/label_rows.h"

#include <algorithm>

namespace ng::views {
namespace {

constexpr double gap = 3;

}  // namespace

void LabelRows::place(std::vector<QRectF>& labels, double margin) {
  for (QRectF& label : labels) {
    const std::pair card(qRound(label.left()), qRound(label.top() + margin));
    const auto [row, first] = last_.try_emplace(card);
    label.moveTopLeft(first ? QPointF(label.left(), topAbove(label, margin))
                            : row->second.topRight() + QPointF(gap, 0));
    row->second = label;
  }
}

// The top of `label` where it covers no chip on the upper edge of its card.
double LabelRows::topAbove(const QRectF& label, double margin) const {
  std::vector<int> near;
  scene_.cardGrid.query(label.adjusted(0, 0, 0, margin), near);
  double top = label.top();
  for (const int i : near)
    for (const Chip& chip : scene_.cards[static_cast<std::size_t>(i)].chips)
      if (chip.rect.top() < label.bottom() && chip.rect.bottom() > label.top())
        top = std::min(top, chip.rect.top() - label.height() - 1);
  return top;
}

}  // namespace ng::views
