// SPDX-License-Identifier: Apache-2.0
// A chip for one axis, draggable within its parent, which decides where it is placed. Left and
// Right request the previous and the next place; Esc cancels a drag.
#pragma once

#include <QWidget>

namespace ng::views {

class AxisChip : public QWidget {
  Q_OBJECT

 public:
  AxisChip(const QString& title, QWidget* parent);
  bool isDragged() const { return dragged_; }
  QSize sizeHint() const override;

 signals:
  void draggedOn();        // the geometry follows the mouse
  void dropped(bool off);  // off: the drag was cancelled
  void stepped(int by);    // -1 or 1

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent*) override { update(); }
  void focusOutEvent(QFocusEvent*) override { update(); }

 private:
  void drop(bool off);

  QString title_;
  QPoint grip_;  // drag offset within the chip
  bool pressed_ = false, dragged_ = false;
};

}  // namespace ng::views
