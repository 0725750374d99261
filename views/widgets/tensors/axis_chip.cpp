// SPDX-License-Identifier: Apache-2.0
// A draggable chip for one axis.
#include "views/widgets/tensors/axis_chip.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "views/core/theme/theme.h"
#include "views/widgets/escape_key.h"

namespace ng::views {
namespace {

constexpr int high = 20, widest = 120, margin = 7;

}  // namespace

AxisChip::AxisChip(const QString& title, QWidget* parent) : QWidget(parent), title_(title) {
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::OpenHandCursor);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setToolTip(
      tr("Axis %1: drag it, or press Left or Right, to rows, columns, facets or index").arg(title));
}

QSize AxisChip::sizeHint() const {
  const QFontMetrics fonts(Theme::current().captionFont());
  return {std::min(widest, fonts.horizontalAdvance(title_) + 2 * margin), high};
}

void AxisChip::paintEvent(QPaintEvent*) {
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(dragged_ ? colours.selectionRow : colours.field);
  const bool marked = hasFocus() || dragged_;
  painter.setPen(QPen(marked ? colours.selection : colours.cardBorder, marked ? 1.5 : 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), metrics::radius, metrics::radius);
  painter.setFont(Theme::current().captionFont());
  painter.setPen(colours.text);
  const int room = std::max(0, width() - 2 * margin);
  painter.drawText(rect(), Qt::AlignCenter,
                   painter.fontMetrics().elidedText(title_, Qt::ElideMiddle, room + 1));
}

void AxisChip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = true;
  grip_ = event->position().toPoint();
}

void AxisChip::mouseMoveEvent(QMouseEvent* event) {
  const QPoint way = event->position().toPoint() - grip_;
  if (!pressed_ || (!dragged_ && way.manhattanLength() < QApplication::startDragDistance())) return;
  if (!dragged_) raise();
  dragged_ = true;
  setCursor(Qt::ClosedHandCursor);
  move(std::clamp(x() + way.x(), 0, std::max(0, parentWidget()->width() - width())), y());
  update();
  emit draggedOn();
}

void AxisChip::mouseReleaseEvent(QMouseEvent*) {
  drop(false);
}

void AxisChip::drop(bool off) {
  pressed_ = false;
  if (!dragged_) return;
  dragged_ = false;
  setCursor(Qt::OpenHandCursor);
  update();
  emit dropped(off);
}

bool AxisChip::event(QEvent* event) {
  return (dragged_ && takesEscape(event)) || QWidget::event(event);
}

void AxisChip::keyPressEvent(QKeyEvent* event) {
  if (dragged_ && event->key() == Qt::Key_Escape) return drop(true);
  if (event->key() == Qt::Key_Left) return emit stepped(-1);
  if (event->key() == Qt::Key_Right) return emit stepped(1);
  QWidget::keyPressEvent(event);
}

}  // namespace ng::views
