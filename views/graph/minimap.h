// SPDX-License-Identifier: Apache-2.0
// The whole scene, small, in a corner of the canvas, with the visible part framed; press or drag to
// go there. Hidden while everything fits. It stands where it covers least, and never over what is
// selected when that can be helped.
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include "views/graph/scene.h"

namespace ng::views {

class GraphCanvas;

class Minimap : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(GraphCanvas* canvas);
  void sceneChanged();  // paint it anew
  void follow();        // the canvas moved: frame, visibility, and in a moment place
  void stepAside();     // to another corner, if that one covers less

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
  QTimer settled_;  // the canvas stands still
  QTimer late_;     // a large scene is painted when the canvas has been
};

}  // namespace ng::views
