// SPDX-License-Identifier: Apache-2.0
// An overview of the scene in a corner of the canvas, with the visible part framed; press or drag
// to move the view. Hidden while everything fits. Uses the corner where it covers the fewest cards
// and avoids the selected card if possible.
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include "views/graph/scene/scene.h"

namespace ng::views {

class GraphCanvas;

class Minimap : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(GraphCanvas* canvas);
  void sceneChanged();  // repaints it
  void follow();     // the canvas moved: updates frame and visibility, and shortly after the corner
  void stepAside();  // moves to another corner if that covers less

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void goTo(QPointF at);
  QRect place(Qt::Corner corner) const;
  int covered(Qt::Corner corner) const;
  double scale() const;
  QPointF offset() const;

  GraphCanvas* canvas_;
  QPixmap picture_;
  bool stale_ = true;
  Qt::Corner corner_ = Qt::BottomRightCorner;
  QTimer settled_;  // fires when the canvas has stopped moving
  QTimer late_;     // paints a large scene after the canvas is painted
};

}  // namespace ng::views
