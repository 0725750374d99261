// SPDX-License-Identifier: Apache-2.0
#include "views/graph/editing/canvas_line.h"

#include <QKeyEvent>
#include <algorithm>

#include "views/widgets/escape_key.h"

namespace ng::views {
namespace {

constexpr int lineWidth = 240;

}  // namespace

CanvasLine::CanvasLine(QWidget* canvas) : ExpressionField(canvas) {
  setPlaceholderText(tr("y = x + 1"));
  setToolTip(tr("An expression such as y = x + 1. Enter or a click outside adds it, Esc cancels."));
  setFixedWidth(lineWidth);
  hide();
}

void CanvasLine::open(QPointF at) {
  const QSize room = parentWidget()->size();
  at_ = {std::clamp(at.x(), 4.0, std::max(4.0, room.width() - lineWidth - 4.0)),
         std::clamp(at.y(), 4.0, std::max(4.0, room.height() - 80.0))};
  setText({});  // also clears the undo history
  move(at_.toPoint());
  show();
  raise();
  setFocus(Qt::OtherFocusReason);
}

void CanvasLine::leave() {
  if (isHidden()) return;
  hide();
  emit closed();
}

bool CanvasLine::event(QEvent* event) {
  return takesEscape(event) || ExpressionField::event(event);
}

void CanvasLine::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !offering()) return leave();
  ExpressionField::keyPressEvent(event);
  event->accept();  // unhandled keys must not trigger commands of the canvas
}

void CanvasLine::focusOutEvent(QFocusEvent* event) {
  ExpressionField::focusOutEvent(event);
  if (event->reason() == Qt::MouseFocusReason && !text().trimmed().isEmpty())
    return emit clickedOutside();
  if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
    leave();
}

}  // namespace ng::views
