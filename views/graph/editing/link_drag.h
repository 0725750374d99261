// SPDX-License-Identifier: Apache-2.0
// Drags a link from a card's lower edge, its port, to an operand of another card; on free canvas,
// it asks for a function that reads the card.
#pragma once

#include <QCoreApplication>

#include "views/core/workspace.h"
#include "views/graph/editing/build_tip.h"

namespace ng::views {

class LinkDrag {
  Q_DECLARE_TR_FUNCTIONS(LinkDrag)

 public:
  // `layer` is updated when the picture changes.
  LinkDrag(Workspace& workspace, GraphCanvas& canvas, BuildTip& tip, QWidget& layer);

  // True: the event belongs to the link.
  bool press(QPointF at);
  bool move(QPointF at, bool pressed);
  bool release(QPointF at);
  bool cancel();
  // Drags a link from card to card, as the pointer does, without releasing it. False: no draft is
  // shown.
  bool hold(ItemId from, ItemId to);
  void leave();                     // the pointer left the canvas
  QPointF port(ItemId card) const;  // where links start, in the canvas's coordinates
  void paint(QPainter& painter) const;

 private:
  void tryLink(QPointF at);
  QString lineTo(ItemId to, QPointF at) const;
  void sayWhere();
  void end();

  Workspace& workspace_;
  GraphCanvas& canvas_;
  BuildTip& tip_;
  QWidget& layer_;
  ItemId hovered_ = 0;          // shows its port
  ItemId from_ = 0, over_ = 0;  // of the link that is being dragged; 0: none
  QPointF at_;
  QString tried_;
};

}  // namespace ng::views
