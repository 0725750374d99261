// SPDX-License-Identifier: Apache-2.0
// Line edit over a grid cell to enter another number: Enter accepts, Esc cancels.
#pragma once

#include <QLineEdit>

namespace ng::views {

class ElementEditor : public QLineEdit {
  Q_OBJECT

 public:
  // Placed in `over` at `rect`, which it can exceed in size. Deletes itself.
  ElementEditor(QWidget* over, const QRect& rect, double value);

 signals:
  void taken(double value);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void leave();
};

}  // namespace ng::views
