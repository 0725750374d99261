// SPDX-License-Identifier: Apache-2.0
// A line over a cell of a grid, for another number: Enter takes it, Esc leaves it.
#pragma once

#include <QLineEdit>

namespace ng::views {

class ElementEditor : public QLineEdit {
  Q_OBJECT

 public:
  // Stands in `over` at `rect`, which it may exceed to the right, and deletes itself.
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
