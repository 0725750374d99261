// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plots/plot_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/plots/plot_frame.h"

namespace ng::views {
namespace {

void drawTick(QPainter& painter, const QRectF& box, int flags, const QString& text) {
  painter.drawText(box, flags | Qt::TextDontClip, text);
}

// A polyline that keeps the first, lowest, highest and last point of every half pixel column, so
// that painting cost does not depend on the number of points.
class Curve {
 public:
  explicit Curve(QPainter& painter) : painter_(painter) {}
  ~Curve() { end(); }

  void add(const QPointF& p) {
    const double column = std::floor(p.x() * 2);
    if (column != column_) {
      endColumn();
      column_ = column;
      low_ = high_ = p;
      line_.push_back(p);
    }
    if (p.y() < low_.y()) low_ = p;
    if (p.y() > high_.y()) high_ = p;
    last_ = p;
  }

  void end() {
    endColumn();
    if (line_.size() == 1) dot(line_.front());
    if (line_.size() > 1) painter_.drawPolyline(line_.data(), static_cast<int>(line_.size()));
    line_.clear();
    column_ = HUGE_VAL;
  }

 private:
  // A single point, for a curve with one point.
  void dot(const QPointF& at) {
    painter_.save();
    painter_.setBrush(painter_.pen().color());
    painter_.setPen(Qt::NoPen);
    painter_.drawEllipse(at, 3, 3);
    painter_.restore();
  }

  void endColumn() {
    if (line_.empty() || last_ == line_.back()) return;
    const bool lowFirst = low_.x() <= high_.x();
    for (const QPointF& p : {lowFirst ? low_ : high_, lowFirst ? high_ : low_, last_}) {
      if (p != line_.back()) line_.push_back(p);
    }
  }

  QPainter& painter_;
  std::vector<QPointF> line_;
  QPointF low_, high_, last_;
  double column_ = HUGE_VAL;
};

}  // namespace

PlotPainter::PlotPainter(const Plot& plot, QPainter& painter)
    : plot_(plot), painter_(painter), area_(plot.area()), x_(plot.xAxis()) {}

void PlotPainter::paint() {
  painter_.setRenderHint(QPainter::Antialiasing);
  painter_.fillRect(plot_.rect(), Theme::current().colours().panel);
  painter_.setFont(Theme::current().captionFont());
  paintGrid();
  paintTitles();
  if (plot_.hasRight()) paintRight();
  if (plot_.hasTop()) paintTop();
  for (const auto& [from, to] : plot_.bands())
    paintRange(painter_, area_, x_.pixel(from), x_.pixel(to));
  paintCurves();
  paintCursor();
  paintLegend();
  paintHover();
}

std::vector<AxisTick> PlotPainter::heightTicks(const PlotAxis& axis, int wanted) const {
  return plot_.logarithmic() ? powerTicks(axis.low, axis.high, wanted)
                             : axisTicks(axis.low, axis.high, wanted);
}

void PlotPainter::paintGrid() {
  const int wantedY = std::max(2, static_cast<int>(area_.height() / 36));
  for (const AxisTick& tick : heightTicks(plot_.yAxis(), wantedY)) {
    paintGridY(painter_, area_, plot_.yAxis().pixel(tick.value));
    paintLabelY(painter_, area_, plot_.yAxis().pixel(tick.value), tick.label);
  }
  const int wantedX = std::max(2, static_cast<int>(area_.width() / 80));
  const std::optional<double> cursor = plot_.cursor();
  for (const AxisTick& tick : integerTicks(x_.low, x_.high, wantedX)) {
    const double x = x_.pixel(tick.value);
    paintGridX(painter_, area_, x);
    // The cursor's own label is there.
    if (cursor && std::abs(x_.pixel(*cursor) - x) < 28) continue;
    paintLabelX(painter_, area_, x, plot_.hasXText() ? plot_.xText(tick.value) : tick.label);
  }
  paintAxisLines(painter_, area_);
}

void PlotPainter::paintTitles() {
  if (!plot_.titled()) return;
  paintTitleX(painter_, area_, plot_.titles().x);
  paintTitleY(painter_, area_, plot_.titles().y);
  if (plot_.hasRight()) paintTitleY(painter_, area_, plot_.titles().right, plot_.width() - 12, 90);
}

void PlotPainter::paintRight() {
  const Colours& c = Theme::current().colours();
  const PlotAxis axis = plot_.rightAxis();
  const int wanted = std::max(2, static_cast<int>(area_.height() / 36));
  painter_.setPen(QPen(c.axisLine, 1));
  painter_.drawLine(QPointF(area_.right() + .5, area_.top()),
                    QPointF(area_.right() + .5, area_.bottom() + .5));
  for (const AxisTick& tick : heightTicks(axis, wanted)) {
    const double y = std::round(axis.pixel(tick.value)) + 0.5;
    painter_.setPen(QPen(c.axisLine, 1));
    painter_.drawLine(QPointF(area_.right(), y), QPointF(area_.right() + 4, y));
    painter_.setPen(c.dimText);
    drawTick(painter_, {area_.right() + 8, y - 8, 40, 16}, Qt::AlignLeft | Qt::AlignVCenter,
             tick.label);
  }
}

void PlotPainter::paintTop() {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const double length = plot_.titles().topLength;
  const int wanted = std::max(2, static_cast<int>(area_.width() / 56));
  painter_.setPen(QPen(c.axisLine, 1));
  painter_.drawLine(QPointF(area_.left(), area_.top() + .5),
                    QPointF(area_.right(), area_.top() + .5));
  for (const AxisTick& tick : integerTicks(x_.low / length, x_.high / length, wanted)) {
    const double x = std::round(x_.pixel(tick.value * length)) + 0.5;
    painter_.setPen(QPen(c.axisLine, 1));
    painter_.drawLine(QPointF(x, area_.top()), QPointF(x, area_.top() - 4));
    painter_.setPen(c.dimText);
    drawTick(painter_, {x - 30, area_.top() - 19, 60, 14}, Qt::AlignHCenter | Qt::AlignBottom,
             tick.label);
  }
  painter_.setPen(c.text);
  drawTick(painter_, {0, area_.top() - 19, area_.left() - 8, 14}, Qt::AlignRight | Qt::AlignBottom,
           plot_.titles().top);
}

void PlotPainter::paintCurves() {
  const Theme& theme = Theme::current();
  painter_.save();
  painter_.setClipRect(area_.adjusted(0, -1, 1, 1));
  for (const PlotSeries& s : plot_.series()) {
    const QColor colour = theme.series(s.colour);
    painter_.setPen(QPen(colour, s.dots ? 2 : 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    {
      Curve curve(painter_);
      for (std::size_t i = 0; i < s.x.size(); ++i) {
        const QPointF p = plot_.toPixel(s.x[i], s.y[i], s.right);
        if (std::isfinite(p.y()))
          curve.add(p);
        else
          curve.end();
      }
    }
    if (!s.dots) continue;
    painter_.setPen(QPen(theme.colours().panel, 1.5));
    painter_.setBrush(colour);
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      const QPointF p = plot_.toPixel(s.x[i], s.y[i], s.right);
      if (std::isfinite(p.y())) painter_.drawEllipse(p, 4, 4);
    }
    painter_.setBrush(Qt::NoBrush);
  }
  painter_.restore();
}

void PlotPainter::paintCursor() {
  const std::optional<double> cursor = plot_.cursor();
  if (!cursor || *cursor < x_.low || *cursor > x_.high) return;
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const double x = x_.pixel(*cursor);
  painter_.setPen(QPen(c.selection, 1));
  painter_.drawLine(QPointF(x, area_.top()), QPointF(x, area_.bottom()));
  painter_.setFont(theme.captionFont());
  const QString label = plot_.xText(*cursor);
  const double width = painter_.fontMetrics().horizontalAdvance(label) + 10;
  const QRectF box(x - width / 2, area_.bottom() + 4, width, 16);
  painter_.setPen(Qt::NoPen);
  painter_.setBrush(c.selection);
  painter_.drawRoundedRect(box, 3, 3);
  painter_.setBrush(Qt::NoBrush);
  painter_.setPen(c.onSelection);
  painter_.drawText(box, Qt::AlignCenter, label);
}

void PlotPainter::paintLegend() {
  const std::vector<PlotSeries>& series = plot_.series();
  if (series.empty()) return;
  const Theme& theme = Theme::current();
  painter_.setFont(theme.tableFont());
  const std::optional<PlotLegend> legend = plot_.legend();
  if (!legend) return;
  const auto [place, stacked] = *legend;
  QColor ground = theme.colours().card;  // translucent background behind the names
  ground.setAlphaF(0.85f);
  painter_.fillRect(place, ground);
  double x = place.right() - 4, y = stacked ? place.bottom() - 18 : place.top() + 2;
  for (auto s = series.rbegin(); s != series.rend(); ++s) {
    const double width = painter_.fontMetrics().horizontalAdvance(s->name);
    x -= width;
    const QRectF box(x, y, width, 16);
    painter_.setPen(theme.colours().text);
    painter_.drawText(box, Qt::AlignVCenter | Qt::TextDontClip, s->name);
    const QPointF middle(x - 14, box.center().y());
    painter_.setPen(QPen(theme.series(s->colour), 2, Qt::SolidLine, Qt::RoundCap));
    painter_.drawLine(middle - QPointF(8, 0), middle + QPointF(8, 0));
    if (s->dots) {
      painter_.setBrush(theme.series(s->colour));
      painter_.drawEllipse(middle, 3, 3);
      painter_.setBrush(Qt::NoBrush);
    }
    x = stacked ? place.right() - 4 : x - 40;
    if (stacked) y -= 18;
  }
}

void PlotPainter::paintHover() {
  const std::optional<PlotPoint> hover = plot_.hovered();
  if (!hover || hover->series >= plot_.series().size()) return;
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const PlotSeries& s = plot_.series()[hover->series];
  const double value = s.y[hover->index];
  const QPointF p = plot_.toPixel(s.x[hover->index], value, s.right);
  painter_.setPen(QPen(theme.series(s.colour), 2));
  painter_.setBrush(c.panel);
  painter_.drawEllipse(p, 4.5, 4.5);
  const QString text = QString("%1  %2 %3 = %4")
                           .arg(s.name, s.unit.isEmpty() ? plot_.titles().x : s.unit,
                                plot_.xText(s.x[hover->index] / s.unitLength))
                           .arg(value, 0, 'g', 9);
  painter_.setFont(theme.monoFont());
  const double width = painter_.fontMetrics().horizontalAdvance(text) + 16;
  QRectF box(p.x() + 12, p.y() - 32, width, 22);
  if (box.right() > plot_.rect().right() - 4) box.moveRight(p.x() - 12);
  if (box.left() < 4) box.moveLeft(4);
  if (box.top() < 2) box.moveTop(p.y() + 12);
  painter_.setPen(QPen(c.separator, 1));
  painter_.setBrush(c.card);
  painter_.drawRoundedRect(box, metrics::radius, metrics::radius);
  painter_.setBrush(Qt::NoBrush);
  painter_.setPen(c.text);
  painter_.drawText(box, Qt::AlignCenter, text);
}

}  // namespace ng::views
