// SPDX-License-Identifier: Apache-2.0
// A colour bar.
#include "views/widgets/colour_bar.h"

#include "views/core/theme.h"
#include "views/widgets/axis_ticks.h"

namespace ng::views {

void paintTriangle(QPainter& painter, QPointF centre, double size, bool up, const QColor& colour) {
  const double tip = up ? -size : size;
  const QPointF points[] = {centre + QPointF(0, tip), centre + QPointF(-size, -tip),
                            centre + QPointF(size, -tip)};
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(points, 3);
  painter.setBrush(Qt::NoBrush);
}

void paintColourBar(QPainter& painter, const QRectF& bar, const HeatScale& scale,
                    const TensorStatistics& statistics) {
  const Colours& colours = Theme::current().colours();
  for (int y = 0; y < static_cast<int>(bar.height()); ++y) {
    const double value = scale.high - (scale.high - scale.low) * (y + 0.5) / bar.height();
    painter.fillRect(QRectF(bar.left(), bar.top() + y, bar.width(), 1.2),
                     QColor::fromRgb(scale.colour(value)));
  }
  painter.setFont(Theme::current().captionFont());
  for (const AxisTick& tick :
       axisTicks(scale.low, scale.high, std::max(2, static_cast<int>(bar.height() / 32)))) {
    const double y =
        bar.bottom() - (tick.value - scale.low) / (scale.high - scale.low) * bar.height();
    painter.setPen(QPen(colours.axisLine, 1));
    painter.drawLine(QPointF(bar.right() + 1, y), QPointF(bar.right() + 4, y));
    painter.setPen(colours.dimText);
    painter.drawText(QRectF(bar.right() + 8, y - 8, 48, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     tick.label);
  }
  const double x = bar.center().x();
  if (statistics.max > scale.high || statistics.plusInfs > 0) {
    paintTriangle(painter, QPointF(x, bar.top() - 6), 4, true, colours.text);
  }
  if (statistics.min < scale.low || statistics.minusInfs > 0) {
    paintTriangle(painter, QPointF(x, bar.bottom() + 6), 4, false, colours.text);
  }
}

}  // namespace ng::views
