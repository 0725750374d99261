// SPDX-License-Identifier: Apache-2.0
// One axis that can be dragged within its parent, which says where it belongs. Left and Right ask
// for the place before and after; Esc gives a drag up.
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
  void draggedOn();        // its geometry is where the mouse has it
  void dropped(bool off);  // off: given up
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
  QPoint grip_;  // where in the chip the mouse holds it
  bool pressed_ = false, dragged_ = false;
};

}  // namespace ng::views
