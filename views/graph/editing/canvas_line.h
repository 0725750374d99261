// SPDX-License-Identifier: Apache-2.0
// A text line on the canvas for an expression; its op is placed there.
#pragma once

#include "views/widgets/code/expression_field.h"

namespace ng::views {

class CanvasLine : public ExpressionField {
  Q_OBJECT

 public:
  explicit CanvasLine(QWidget* canvas);
  // Opens it empty and focused, with its left end at this point of the canvas.
  void open(QPointF at);
  QPointF place() const { return at_; }

 signals:
  void closed();          // hidden by Esc or because it lost the focus
  void clickedOutside();  // with a typed line, which is still shown

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void leave();
  QPointF at_;
};

}  // namespace ng::views
