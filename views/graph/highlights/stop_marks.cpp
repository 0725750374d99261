// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/stop_marks.h"

#include <QPainterPath>

namespace ng::views {
namespace {

constexpr double dot = 6, arrow = 9;

void paintDot(QPainter& painter, QPointF at) {
  const Colours& c = Theme::current().colours();
  painter.setPen(QPen(c.canvas, 1.5));
  painter.setBrush(c.stop);
  painter.drawEllipse(at, dot, dot);
}

// An arrow that points at the card from its left.
void paintArrow(QPainter& painter, const QRectF& card) {
  QPainterPath path;
  const QPointF tip(card.left() - 5, card.center().y());
  path.moveTo(tip);
  path.lineTo(tip + QPointF(-arrow, -arrow * 0.7));
  path.lineTo(tip + QPointF(-arrow, arrow * 0.7));
  path.closeSubpath();
  painter.setPen(Qt::NoPen);
  painter.fillPath(path, Theme::current().colours().selection);
}

void paintBadge(QPainter& painter, const QRectF& card, const QString& text, bool besideDot) {
  const QColor colour = Theme::current().colours().nan;
  QFont font = Theme::current().captionFont();
  font.setPixelSize(11);
  font.setWeight(QFont::DemiBold);
  const double width = QFontMetricsF(font).horizontalAdvance(text) + 10;
  const double right = card.right() + (besideDot ? -6 : 8);
  const QRectF box(right - width, card.top() - 9, width, 17);
  painter.setPen(QPen(Theme::current().colours().canvas, 1.5));
  painter.setBrush(colour);
  painter.drawRoundedRect(box, 8, 8);
  painter.setFont(font);
  painter.setPen(Theme::readableOn(colour));
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace

void paintStopMarks(QPainter& painter, const Card& card, const StopMarks& marks) {
  const bool breakpoint = marks.breakpoints.count(card.id) > 0;
  if (breakpoint) paintDot(painter, card.rect.topRight());
  if (card.id == marks.standing) paintArrow(painter, card.rect);
  if (card.id == marks.nonFinite) paintBadge(painter, card.rect, marks.nonFiniteText, breakpoint);
}

}  // namespace ng::views
