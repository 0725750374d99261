// SPDX-License-Identifier: Apache-2.0
// Selects several cards with Shift, one by one or by a box, and drags cards to other places.
#pragma once

#include <optional>
#include <set>

#include "views/core/workspace.h"
#include "views/graph/editing/build_places.h"
#include "views/graph/editing/build_tip.h"

namespace ng::views {

class PieceDrag {
 public:
  // `layer` is updated when the picture changes.
  PieceDrag(Workspace& workspace, GraphCanvas& canvas, BuildPlaces& places, BuildTip& tip,
            QWidget& layer);

  // True: the event belongs to the cards.
  bool press(QPointF at, bool shift);
  bool move(QPointF at);
  bool release(QPointF at);
  void paint(QPainter& painter) const;

  const std::set<ItemId>& picked() const { return picked_; }
  void pick(std::set<ItemId> items);
  std::vector<OpId> ids() const;      // the picked cards, or the selected op
  QStringList names() const;          // "#3", the form used in edit lines
  QPointF centre(ItemId card) const;  // in the scene

 private:
  bool draggable(ItemId item) const;
  std::vector<ItemId> moved() const;  // the picked cards, or the one that is dragged
  void pickBox();
  void drop();

  Workspace& workspace_;
  GraphCanvas& canvas_;
  BuildPlaces& places_;
  BuildTip& tip_;
  QWidget& layer_;
  std::set<ItemId> picked_;
  std::optional<QPointF> boxFrom_;
  ItemId dragged_ = 0;
  bool dragging_ = false;
  QPointF from_, at_;
};

}  // namespace ng::views
