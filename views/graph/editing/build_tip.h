// SPDX-License-Identifier: Apache-2.0
// The text next to the pointer or a card that says what an edit would do, or why it is refused.
#pragma once

#include <QString>

#include "views/core/editor.h"
#include "views/graph/canvas/canvas.h"

namespace ng::views {

class BuildTip {
 public:
  explicit BuildTip(const GraphCanvas& canvas) : canvas_(canvas) {}

  void show(const QString& text, bool refused = false);
  void say(const EditAnswer& answer, ItemId card = 0);  // `card`: which the tip describes; 0: none
  void clear() { text_.clear(); }
  void moveTo(QPointF at) { at_ = at; }
  void accept() { refused_ = false; }  // the text is no error

  const QString& text() const { return text_; }
  bool refused() const { return refused_; }
  QRectF rect() const;  // empty without a tip
  void paint(QPainter& painter) const;

 private:
  const GraphCanvas& canvas_;
  QString text_;
  bool refused_ = false;
  ItemId card_ = 0;
  QPointF at_;  // the pointer
};

}  // namespace ng::views
