// SPDX-License-Identifier: Apache-2.0
// An overview of the scene in a corner of the canvas, with the visible part framed; press to
// pan to a place, drag the frame to pan with it. Hidden while everything fits and on a small
// canvas. Uses the corner where it covers the fewest cards and avoids the selected card if
// possible.
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <optional>

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
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void aim(QPointF at);  // sets the target of the pan
  void pan();            // a step of the pan
  bool hasPressed() const { return grip_.has_value(); }
  QRect place(Qt::Corner corner) const;
  int covered(Qt::Corner corner) const;
  double scale() const;
  QPointF offset() const;

  GraphCanvas* canvas_;
  QPixmap picture_;
  bool stale_ = true;
  Qt::Corner corner_ = Qt::BottomRightCorner;
  QTimer settled_;               // fires when the canvas has stopped moving
  std::optional<QPointF> grip_;  // from the cursor to the centre of the view, while pressed
  QPointF target_;               // centre of the view at the end of the pan
  QTimer panning_;
  QTimer late_;  // paints a large scene after the canvas is painted
};

}  // namespace ng::views
