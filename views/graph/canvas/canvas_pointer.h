// SPDX-License-Identifier: Apache-2.0
// What the mouse does on a canvas: clicks, hovering with tool tips, zooming at the pointer and
// panning. A click never moves the picture.
#pragma once

#include <QObject>
#include <QPointF>

#include "views/graph/scene/scene.h"

class QHelpEvent;
class QMouseEvent;
class QWheelEvent;

namespace ng::views {

class GraphCanvas;

class CanvasPointer : public QObject {
  Q_OBJECT

 public:
  explicit CanvasPointer(GraphCanvas& canvas);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void wheel(QWheelEvent& event);
  bool press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  bool release(const QMouseEvent& event);
  void doubleClick(const QMouseEvent& event);
  void hover(QPointF at);
  void click(QPointF at);
  void showTip(const QHelpEvent& event);
  QPointF toScene(QPointF at) const;
  int edgeAt(QPointF scenePoint) const;  // -1: none
  ItemId nextOf(const Chip& chip) const;

  GraphCanvas& canvas_;
  QPointF pressed_, dragged_;
  bool pressing_ = false, dragging_ = false;
};

}  // namespace ng::views
