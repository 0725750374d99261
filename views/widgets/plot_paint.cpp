// SPDX-License-Identifier: Apache-2.0
// Plot painting: grid and ticks, the top scale, curves, cursor, legend, hovered value.
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/axis_ticks.h"
#include "views/widgets/plot.h"

namespace ng::views {

namespace {

void drawTick(QPainter& painter, const QRectF& box, int flags, const QString& text) {
  painter.drawText(box, flags | Qt::TextDontClip, text);
}

// Ticks of the logarithmic y axis: at integer powers of ten, labelled in full.
std::vector<AxisTick> powerTicks(double low, double high) {
  std::vector<AxisTick> ticks;
  const double step = std::max(1.0, std::ceil((high - low) / 8));
  for (double p = std::ceil(low); p <= high; p += step)
    ticks.push_back({p, QString::number(std::pow(10, p), 'g', 3)});
  if (ticks.size() > 1) return ticks;
  ticks.clear();
  for (AxisTick tick : axisTicks(std::pow(10, low), std::pow(10, high)))
    if (tick.value > 0) ticks.push_back({std::log10(tick.value), tick.label});
  return ticks;
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

void Plot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintOn(painter);
}

void Plot::paintOn(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), Theme::current().colours().panel);
  paintGrid(painter);
  paintTitles(painter);
  if (hasRight()) paintRight(painter);
  if (hasTop()) paintTop(painter);
  paintBand(painter);
  paintCurves(painter);
  paintCursor(painter);
  paintLegend(painter);
  paintHover(painter);
}

void Plot::paintBand(QPainter& painter) const {
  if (!band_) return;
  const Colours& c = Theme::current().colours();
  const QRectF a = area();
  QRectF box(toPixel(band_->first, 1).x(), a.top(), 0, a.height());
  box.setRight(std::max(toPixel(band_->second, 1).x(), box.left() + 1));
  box = box.intersected(a);
  if (box.isEmpty()) return;
  QColor fill = c.selection;
  fill.setAlphaF(0.14f);
  painter.fillRect(box, fill);
  painter.setPen(QPen(c.selection, 1));
  painter.drawLine(box.topLeft(), box.bottomLeft());
  painter.drawLine(box.topRight(), box.bottomRight());
}

void Plot::paintGrid(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const QRectF a = area();
  const auto pixelY = [&](double v) {
    return a.bottom() - a.height() * (v - range_.bottom) / (range_.top - range_.bottom);
  };
  painter.setFont(theme.captionFont());
  const int wantedY = std::max(2, static_cast<int>(a.height() / 36));
  const auto ys = logarithmic_ ? powerTicks(range_.bottom, range_.top)
                               : axisTicks(range_.bottom, range_.top, wantedY);
  for (const AxisTick& tick : ys) {
    const double y = std::round(pixelY(tick.value)) + 0.5;
    painter.setPen(QPen(c.grid, 1));
    painter.drawLine(QPointF(a.left(), y), QPointF(a.right(), y));
    painter.setPen(c.dimText);
    drawTick(painter, {0, y - 8, a.left() - 8, 16}, Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  const int wantedX = std::max(2, static_cast<int>(a.width() / 80));
  for (const AxisTick& tick : wholeTicks(range_.left, range_.right, wantedX)) {
    const double x = std::round(toPixel(tick.value, 1).x()) + 0.5;
    painter.setPen(QPen(c.grid, 1));
    painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
    // The cursor's own label is there.
    if (cursor_ && std::abs(toPixel(*cursor_, 1).x() - x) < 28) continue;
    painter.setPen(c.dimText);
    drawTick(painter, {x - 40, a.bottom() + 5, 80, 14}, Qt::AlignHCenter | Qt::AlignTop,
             tick.label);
  }
  painter.setPen(QPen(c.axisLine, 1));
  painter.drawLine(QPointF(a.left() + .5, a.top()), QPointF(a.left() + .5, a.bottom() + .5));
  painter.drawLine(QPointF(a.left() + .5, a.bottom() + .5), QPointF(a.right(), a.bottom() + .5));
}

void Plot::paintTitles(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const QRectF a = area();
  painter.setFont(theme.captionFont());
  painter.setPen(theme.colours().text);
  if (!titled()) return;
  drawTick(painter, {a.left(), a.bottom() + 21, a.width(), 16}, Qt::AlignCenter, xTitle_);
  const auto upright = [&](double x, double turn, const QString& title) {
    painter.save();
    painter.translate(x, a.center().y());
    painter.rotate(turn);
    const int room = static_cast<int>(a.height());
    drawTick(painter, {-a.height() / 2, -8, a.height(), 16}, Qt::AlignCenter,
             painter.fontMetrics().elidedText(title, Qt::ElideRight, room));
    painter.restore();
  };
  upright(14, -90, yTitle_);
  if (hasRight()) upright(width() - 12, 90, rightTitle_);
}

void Plot::paintRight(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const QRectF a = area();
  const double low = toRight(range_.bottom), high = toRight(range_.top);
  const int wanted = std::max(2, static_cast<int>(a.height() / 36));
  painter.setFont(theme.captionFont());
  painter.setPen(QPen(theme.colours().axisLine, 1));
  painter.drawLine(QPointF(a.right() + .5, a.top()), QPointF(a.right() + .5, a.bottom() + .5));
  for (const AxisTick& tick : logarithmic_ ? powerTicks(low, high) : axisTicks(low, high, wanted)) {
    const double part = (fromRight(tick.value) - range_.bottom) / (range_.top - range_.bottom);
    const double y = std::round(a.bottom() - a.height() * part) + 0.5;
    painter.setPen(QPen(theme.colours().axisLine, 1));
    painter.drawLine(QPointF(a.right(), y), QPointF(a.right() + 4, y));
    painter.setPen(theme.colours().dimText);
    drawTick(painter, {a.right() + 8, y - 8, 40, 16}, Qt::AlignLeft | Qt::AlignVCenter, tick.label);
  }
}

void Plot::paintTop(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const QRectF a = area();
  const int wanted = std::max(2, static_cast<int>(a.width() / 56));
  painter.setFont(theme.captionFont());
  painter.setPen(QPen(c.axisLine, 1));
  painter.drawLine(QPointF(a.left(), a.top() + .5), QPointF(a.right(), a.top() + .5));
  for (const AxisTick& tick :
       wholeTicks(range_.left / topLength_, range_.right / topLength_, wanted)) {
    const double x = std::round(toPixel(tick.value * topLength_, 1).x()) + 0.5;
    painter.setPen(QPen(c.axisLine, 1));
    painter.drawLine(QPointF(x, a.top()), QPointF(x, a.top() - 4));
    painter.setPen(c.dimText);
    drawTick(painter, {x - 30, a.top() - 19, 60, 14}, Qt::AlignHCenter | Qt::AlignBottom,
             tick.label);
  }
  painter.setPen(c.text);
  drawTick(painter, {0, a.top() - 19, a.left() - 8, 14}, Qt::AlignRight | Qt::AlignBottom,
           topTitle_);
}

void Plot::paintCurves(QPainter& painter) const {
  const Theme& theme = Theme::current();
  const QRectF a = area();
  painter.save();
  painter.setClipRect(a.adjusted(0, -1, 1, 1));
  for (const PlotSeries& s : series_) {
    const QColor colour = theme.series(s.colour);
    painter.setPen(QPen(colour, s.dots ? 2 : 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    {
      Curve curve(painter);
      for (std::size_t i = 0; i < s.x.size(); ++i) {
        const QPointF p = toPixel(s.x[i], s.y[i], s.right);
        if (std::isfinite(p.y()))
          curve.add(p);
        else
          curve.end();
      }
    }
    if (!s.dots) continue;
    painter.setPen(QPen(theme.colours().panel, 1.5));
    painter.setBrush(colour);
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      const QPointF p = toPixel(s.x[i], s.y[i], s.right);
      if (std::isfinite(p.y())) painter.drawEllipse(p, 4, 4);
    }
    painter.setBrush(Qt::NoBrush);
  }
  painter.restore();
}

void Plot::paintCursor(QPainter& painter) const {
  if (!cursor_ || *cursor_ < range_.left || *cursor_ > range_.right) return;
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const QRectF a = area();
  const double x = toPixel(*cursor_, 1).x();
  painter.setPen(QPen(c.selection, 1));
  painter.drawLine(QPointF(x, a.top()), QPointF(x, a.bottom()));
  painter.setFont(theme.captionFont());
  const QString label = QString::number(*cursor_, 'g', 12);
  const double width = painter.fontMetrics().horizontalAdvance(label) + 10;
  const QRectF box(x - width / 2, a.bottom() + 4, width, 16);
  painter.setPen(Qt::NoPen);
  painter.setBrush(c.selection);
  painter.drawRoundedRect(box, 3, 3);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(c.onSelection);
  painter.drawText(box, Qt::AlignCenter, label);
}

void Plot::paintLegend(QPainter& painter) const {
  if (series_.empty()) return;
  const Theme& theme = Theme::current();
  painter.setFont(theme.tableFont());
  double x = area().right() - 8, all = 0, longest = 0;
  for (const PlotSeries& s : series_) {
    const double width = painter.fontMetrics().horizontalAdvance(s.name) + 40;
    all += width;
    longest = std::max(longest, width);
  }
  // The legend is stacked if its entries do not fit in one line.
  const bool stacked = all > area().width();
  const double high = stacked ? 18.0 * static_cast<double>(series_.size()) + 2 : 20;
  if (high > area().height() / 2) return;  // it would hide the curves
  if (stacked) all = longest;
  double y = area().top() + (stacked ? high - 12 : 6);
  QColor ground = theme.colours().card;  // translucent background behind the names
  ground.setAlphaF(0.85f);
  painter.fillRect(QRectF(x - all + 8, area().top() + 4, all, high), ground);
  for (auto s = series_.rbegin(); s != series_.rend(); ++s) {
    const double width = painter.fontMetrics().horizontalAdvance(s->name);
    x -= width;
    const QRectF box(x, y, width, 16);
    painter.setPen(theme.colours().text);
    painter.drawText(box, Qt::AlignVCenter | Qt::TextDontClip, s->name);
    const QPointF middle(x - 14, box.center().y());
    painter.setPen(QPen(theme.series(s->colour), 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle - QPointF(8, 0), middle + QPointF(8, 0));
    if (s->dots) {
      painter.setBrush(theme.series(s->colour));
      painter.drawEllipse(middle, 3, 3);
      painter.setBrush(Qt::NoBrush);
    }
    x = stacked ? area().right() - 8 : x - 40;
    if (stacked) y -= 18;
  }
}

void Plot::paintHover(QPainter& painter) const {
  if (!hover_ || hover_->series >= series_.size()) return;
  const Theme& theme = Theme::current();
  const Colours& c = theme.colours();
  const PlotSeries& s = series_[hover_->series];
  const double value = s.y[hover_->index];
  const QPointF p = toPixel(s.x[hover_->index], value, s.right);
  painter.setPen(QPen(theme.series(s.colour), 2));
  painter.setBrush(c.panel);
  painter.drawEllipse(p, 4.5, 4.5);
  const QString text = QString("%1  %2 %3 = %4")
                           .arg(s.name, s.unit.isEmpty() ? xTitle_ : s.unit)
                           .arg(s.x[hover_->index] / s.unitLength, 0, 'g', 12)
                           .arg(value, 0, 'g', 9);
  painter.setFont(theme.monoFont());
  const double width = painter.fontMetrics().horizontalAdvance(text) + 16;
  QRectF box(p.x() + 12, p.y() - 32, width, 22);
  if (box.right() > rect().right() - 4) box.moveRight(p.x() - 12);
  if (box.left() < 4) box.moveLeft(4);
  if (box.top() < 2) box.moveTop(p.y() + 12);
  painter.setPen(QPen(c.separator, 1));
  painter.setBrush(c.card);
  painter.drawRoundedRect(box, metrics::radius, metrics::radius);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(c.text);
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace ng::views
