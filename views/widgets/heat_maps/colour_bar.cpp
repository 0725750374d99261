// SPDX-License-Identifier: Apache-2.0
// Paints a colour bar.
#include "views/widgets/heat_maps/colour_bar.h"

#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// Zero and the powers of ten within the range, ascending.
std::vector<AxisTick> powers(const HeatScale& scale) {
  std::vector<AxisTick> ticks;
  const double most = std::max(std::abs(scale.low), std::abs(scale.high));
  const double least = scale.low > 0 ? scale.low : most * 1e-3;
  if (!(least > 0) || !std::isfinite(most)) return ticks;
  if (scale.low <= 0 && scale.high >= 0) ticks.push_back({0, QStringLiteral("0")});
  for (double power = std::ceil(std::log10(least)); power <= std::log10(most); ++power)
    for (const double value : {std::pow(10, power), -std::pow(10, power)})
      if (value >= scale.low && value <= scale.high) ticks.push_back({value, valueText(value, 3)});
  return ticks;
}

}  // namespace

// The two ends come first, so that they are labelled even on a short bar.
std::vector<AxisTick> colourBarTicks(const HeatScale& scale, double height) {
  constexpr double apart = 15;
  std::vector<AxisTick> ticks{{scale.high, valueText(scale.high, 3)}};
  if (!(scale.high > scale.low)) return ticks;
  const auto y = [&](double value) { return scale.part(value) * height; };
  const auto add = [&](const AxisTick& tick) {
    for (const AxisTick& other : ticks)
      if (std::abs(y(other.value) - y(tick.value)) < apart) return;
    ticks.push_back(tick);
  };
  add({scale.low, valueText(scale.low, 3)});
  const int wanted = std::max(2, static_cast<int>(height / 32));
  for (const AxisTick& tick :
       scale.logarithmic ? powers(scale) : axisTicks(scale.low, scale.high, wanted))
    add(tick);
  return ticks;
}

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
    const double value = scale.at(1 - (y + 0.5) / bar.height());
    painter.fillRect(QRectF(bar.left(), bar.top() + y, bar.width(), 1.2),
                     QColor::fromRgb(scale.colour(value)));
  }
  painter.setFont(Theme::current().captionFont());
  for (const AxisTick& tick : colourBarTicks(scale, bar.height())) {
    const double y = bar.bottom() - scale.part(tick.value) * bar.height();
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
