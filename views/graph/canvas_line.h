// SPDX-License-Identifier: Apache-2.0
// A line on the canvas in which an expression is typed where its op shall stand.
#pragma once

#include <QLineEdit>

namespace ng::views {

class CanvasLine : public QLineEdit {
  Q_OBJECT

 public:
  explicit CanvasLine(QWidget* canvas);
  void open(QPointF at);  // empty, its left end at this place of the canvas, with the focus
  QPointF place() const { return at_; }

 signals:
  void left();  // Esc, or the focus went elsewhere: it is hidden

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void leave();
  QPointF at_;
};

}  // namespace ng::views
