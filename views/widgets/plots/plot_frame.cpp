// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plots/plot_frame.h"

#include <QPainter>
#include <cmath>

#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

double sharp(double pixel) {
  return std::round(pixel) + 0.5;
}

}  // namespace

void paintGridX(QPainter& painter, const QRectF& area, double x) {
  painter.setPen(QPen(Theme::current().colours().grid, 1));
  painter.drawLine(QPointF(sharp(x), area.top()), QPointF(sharp(x), area.bottom()));
}

void paintGridY(QPainter& painter, const QRectF& area, double y) {
  painter.setPen(QPen(Theme::current().colours().grid, 1));
  painter.drawLine(QPointF(area.left(), sharp(y)), QPointF(area.right(), sharp(y)));
}

void paintLabelX(QPainter& painter, const QRectF& area, double x, const QString& label) {
  painter.setPen(Theme::current().colours().dimText);
  painter.drawText(QRectF(x - 60, area.bottom() + 5, 120, 14),
                   Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, label);
}

void paintLabelY(QPainter& painter, const QRectF& area, double y, const QString& label) {
  painter.setPen(Theme::current().colours().dimText);
  painter.drawText(QRectF(0, sharp(y) - 8.5, area.left() - 7, 16),
                   Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, label);
}

void paintAxisLines(QPainter& painter, const QRectF& area) {
  const QPointF corner(area.left() + .5, area.bottom() + .5);
  painter.setPen(QPen(Theme::current().colours().axisLine, 1));
  painter.drawLine(QPointF(corner.x(), area.top()), corner);
  painter.drawLine(corner, QPointF(area.right(), corner.y()));
}

void paintTitleX(QPainter& painter, const QRectF& area, const QString& title) {
  painter.setPen(Theme::current().colours().text);
  painter.drawText(QRectF(area.left(), area.bottom() + 21, area.width(), 16),
                   Qt::AlignCenter | Qt::TextDontClip, title);
}

void paintTitleY(QPainter& painter, const QRectF& area, const QString& title, double x,
                 double turn) {
  painter.save();
  painter.setPen(Theme::current().colours().text);
  painter.translate(x, area.center().y());
  painter.rotate(turn);
  const int room = static_cast<int>(area.height());
  painter.drawText(QRectF(-area.height() / 2, -8, area.height(), 16),
                   Qt::AlignCenter | Qt::TextDontClip,
                   painter.fontMetrics().elidedText(title, Qt::ElideRight, room));
  painter.restore();
}

void paintRange(QPainter& painter, const QRectF& area, double left, double right) {
  QRectF box(left, area.top(), std::max(1.0, right - left), area.height());
  box = box.intersected(area);
  if (box.isEmpty()) return;
  const Colours& colours = Theme::current().colours();
  QColor fill = colours.selection;
  fill.setAlphaF(0.14f);
  painter.fillRect(box, fill);
  painter.setPen(QPen(colours.selection, 1));
  painter.drawLine(box.topLeft(), box.bottomLeft());
  painter.drawLine(box.topRight(), box.bottomRight());
}

}  // namespace ng::views
