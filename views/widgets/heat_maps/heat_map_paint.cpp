// SPDX-License-Identifier: Apache-2.0
// HeatMap painting: cells, non-finite values, numbers, axes, colour bar, status line.
#include <QPainter>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/tensors/cell_numbers.h"
#include "views/widgets/heat_maps/colour_bar.h"
#include "views/widgets/heat_maps/heat_map.h"

namespace ng::views {
namespace {

void paintHatch(QPainter& painter, const QRectF& cell) {
  const Colours& colours = Theme::current().colours();
  painter.fillRect(cell, colours.card);
  painter.save();
  painter.setClipRect(cell, Qt::IntersectClip);
  painter.setPen(QPen(colours.nan, 1.5));
  constexpr double step = 6;
  const double reach = cell.width() + cell.height();
  for (double x = 0; x < reach; x += step) {
    painter.drawLine(cell.topLeft() + QPointF(x, 0),
                     cell.topLeft() + QPointF(x - cell.height(), cell.height()));
    painter.drawLine(cell.bottomLeft() + QPointF(x, 0),
                     cell.bottomLeft() + QPointF(x - cell.height(), -cell.height()));
  }
  painter.restore();
}

}  // namespace

void HeatMap::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), Theme::current().colours().card);
  if (cells_.isEmpty()) return;
  painter.save();
  painter.setClipRect(mapRect().adjusted(0, 0, 1, 1));
  paintCells(painter);
  paintMarks(painter);
  paintNumbers(painter);
  if (hover_) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::current().colours().selection, 2));
    painter.drawRect(cellRect(hover_->first, hover_->second));
  }
  painter.restore();
  paintAxes(painter);
  paintBar(painter);
  paintStatus(painter);
}

void HeatMap::paintCells(QPainter& painter) {
  const QRectF part = visiblePart();
  if (part.isEmpty()) return;
  const QRectF target(cellRect(0, 0).left() + part.left() * cell_.width(),
                      cellRect(0, 0).top() + part.top() * cell_.height(),
                      part.width() * cell_.width(), part.height() * cell_.height());
  if (image_.isNull() || imagePart_ != part) {
    const double ratio = devicePixelRatioF();
    image_ = heatImage(cells_, part, (target.size() * ratio).toSize().expandedTo({1, 1}), scale_);
    imagePart_ = part;
  }
  painter.drawImage(target, image_);
  if (cell_.width() < 6 || cell_.height() < 6) return;
  const int bottom = static_cast<int>(std::ceil(part.bottom()));
  const int right = static_cast<int>(std::ceil(part.right()));
  for (int row = static_cast<int>(part.top()); row < std::min(bottom, cells_.rows); ++row) {
    for (int column = static_cast<int>(part.left()); column < std::min(right, cells_.columns);
         ++column) {
      const std::optional<float> value = cells_.find(row, column);
      if (value && !std::isfinite(*value)) paintNonFinite(painter, cellRect(row, column), *value);
    }
  }
}

void HeatMap::paintNonFinite(QPainter& painter, const QRectF& cell, double value) const {
  if (std::isnan(value)) return paintHatch(painter, cell);
  const double size = std::min({cell.width() / 4, cell.height() / 4, 6.0});
  const QColor ink = Theme::readableOn(QColor::fromRgb(scale_.colour(value)));
  paintTriangle(painter, cell.center(), size, value > 0, ink);
}

// Rings mark non-finite cells that would be a dot or be missed by sampling. Not painted when cells
// are large enough to show the value themselves, or when there are too many rings.
void HeatMap::paintMarks(QPainter& painter) const {
  constexpr double shown = 6;
  constexpr std::size_t crowd = 512;
  if ((cell_.width() >= shown && cell_.height() >= shown) || marks_.size() > crowd) return;
  const Colours& colours = Theme::current().colours();
  painter.setBrush(Qt::NoBrush);
  for (const HeatMark& mark : marks_) {
    const QPointF at = cellRect(mark.row, mark.column).center();
    for (const auto& [colour, width] :
         {std::pair(colours.card, 4.0), std::pair(colours.nan, 2.0)}) {
      painter.setPen(QPen(colour, width));
      painter.drawEllipse(at, shown, shown);
    }
  }
}

// Paints the numbers of the visible finite cells if all fit into their cells, else none.
void HeatMap::paintNumbers(QPainter& painter) const {
  const int digits = numberDigits();
  if (digits == 0) return;
  painter.setFont(Theme::current().monoFont());
  eachSeen([&](int row, int column, double value) {
    painter.setPen(Theme::readableOn(QColor::fromRgb(scale_.colour(value))));
    painter.drawText(cellRect(row, column), Qt::AlignCenter, cellText(value, digits));
  });
}

int HeatMap::numberDigits() const {
  const QFontMetrics font(Theme::current().monoFont());
  const double room = cell_.width() - 6;
  if (cell_.height() < font.height() + 4 || room < 2 * font.horizontalAdvance(u'0')) return 0;
  std::vector<double> values;
  eachSeen([&](int, int, double value) { values.push_back(value); });
  return values.empty() ? 0 : cellDigits(values, font, room);
}

void HeatMap::eachSeen(const std::function<void(int, int, double)>& call) const {
  const QRectF part = visiblePart();
  const int bottom = std::min(cells_.rows, static_cast<int>(std::ceil(part.bottom())));
  const int right = std::min(cells_.columns, static_cast<int>(std::ceil(part.right())));
  for (int row = static_cast<int>(part.top()); row < bottom; ++row)
    for (int column = static_cast<int>(part.left()); column < right; ++column)
      if (const auto value = cells_.find(row, column); value && std::isfinite(*value))
        call(row, column, *value);
}

void HeatMap::paintAxes(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF map = mapRect(), part = visiblePart();
  painter.setFont(Theme::current().captionFont());
  const double mapRight = std::min(map.right(), cellRect(0, cells_.columns).left());
  const double mapBottom = std::min(map.bottom(), cellRect(cells_.rows, 0).top());
  const auto ticks = [](double from, double length, double pixels, double each) {
    const int last = static_cast<int>(std::ceil(from + length)) - 1;
    const int wanted = std::max(1, static_cast<int>(pixels / each));
    return integerTicks(std::floor(from), std::max(std::floor(from), double(last)), wanted);
  };
  for (const AxisTick& tick : ticks(part.left(), part.width(), mapRight - map.left(), 48)) {
    const double x = cellRect(0, static_cast<int>(tick.value)).center().x();
    if (x < map.left() || x > map.right()) continue;
    painter.setPen(QPen(colours.axisLine, 1));
    painter.drawLine(QPointF(x, map.top() - 4), QPointF(x, map.top() - 1));
    painter.setPen(colours.dimText);
    painter.drawText(QRectF(x - 30, map.top() - 20, 60, 16), Qt::AlignCenter, tick.label);
  }
  for (const AxisTick& tick : ticks(part.top(), part.height(), mapBottom - map.top(), 24)) {
    if (slice_.rowAxis() < 0) break;
    const double y = cellRect(static_cast<int>(tick.value), 0).center().y();
    if (y < map.top() || y > map.bottom()) continue;
    painter.setPen(QPen(colours.axisLine, 1));
    painter.drawLine(QPointF(map.left() - 4, y), QPointF(map.left() - 1, y));
    painter.setPen(colours.dimText);
    painter.drawText(QRectF(16, y - 8, map.left() - 22, 16), Qt::AlignRight | Qt::AlignVCenter,
                     tick.label);
  }
  const auto title = [&](int axis) {
    return slice_.axisName(axis) + u' ' + countText(slice_.length(axis));
  };
  painter.setPen(colours.text);
  if (slice_.columnAxis() >= 0) {
    painter.drawText(QRectF(map.left(), 0, std::max(64.0, mapRight - map.left()), 16),
                     Qt::AlignHCenter | Qt::AlignVCenter, title(slice_.columnAxis()));
  }
  if (slice_.rowAxis() < 0) return;
  painter.save();
  painter.translate(0, (map.top() + mapBottom) / 2);
  painter.rotate(-90);
  painter.drawText(QRectF(-60, 0, 120, 16), Qt::AlignCenter, title(slice_.rowAxis()));
  painter.restore();
}

void HeatMap::paintBar(QPainter& painter) const {
  paintColourBar(painter, barRect(), scale_, statistics_);
}

void HeatMap::paintStatus(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF line(metrics::grid, height() - statusLine(), width() - 2.0 * metrics::grid,
                    statusLine());
  painter.setFont(hover_ ? Theme::current().monoFont() : Theme::current().captionFont());
  painter.setPen(hover_ ? colours.text : colours.dimText);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, statusText());
  if (statistics_.nans == 0) return;
  const QString text = tr("%1 NaN").arg(countText(statistics_.nans));
  painter.setFont(Theme::current().captionFont());
  painter.setPen(colours.text);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
  const double wide = painter.fontMetrics().horizontalAdvance(text);
  paintHatch(painter, QRectF(line.right() - wide - 18, line.center().y() - 6, 12, 12));
}

}  // namespace ng::views
