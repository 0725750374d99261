// SPDX-License-Identifier: Apache-2.0
// The whole scene, small, in the canvas's corner, with the visible part framed; press or drag to
// go there. Hidden while everything fits.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "views/graph/scene.h"

namespace ng::views {

class GraphCanvas;

class Minimap : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(GraphCanvas* canvas);
  void sceneChanged();  // paint it anew
  void follow();        // the canvas moved: frame, visibility, place

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void goTo(QPointF at);
  double scale() const;
  QPointF offset() const;

  GraphCanvas* canvas_;
  QPixmap picture_;
  bool stale_ = true;
};

}  // namespace ng::views
