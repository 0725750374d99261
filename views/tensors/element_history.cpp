// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/element_history.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

ElementHistory::ElementHistory(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName(tr("Element over iterations"));
}

void ElementHistory::setPoints(Points points, std::int64_t current) {
  points_ = std::move(points);
  current_ = current;
  low_ = HUGE_VAL, high_ = -HUGE_VAL;
  for (const auto& point : points_) {
    const double value = point.second;
    if (!std::isfinite(value)) continue;
    low_ = std::min(low_, value), high_ = std::max(high_, value);
  }
  if (low_ > high_) low_ = high_ = 0;
  setVisible(points_.size() > 1);
  updateGeometry();
  update();
}

double ElementHistory::labelWidth() const {
  const QFontMetricsF letters(Theme::current().captionFont());
  return std::ceil(std::max(letters.horizontalAdvance(valueText(low_, 5)),
                            letters.horizontalAdvance(valueText(high_, 5))));
}

QSize ElementHistory::minimumSizeHint() const {
  constexpr int leastPlot = 24;
  return {leastPlot + 3 * metrics::grid + static_cast<int>(labelWidth()), sizeHint().height()};
}

// Leaves room for the minimum and maximum labels on the right.
QRectF ElementHistory::plotRect() const {
  return QRectF(rect()).adjusted(metrics::grid, 8, -(2 * metrics::grid + labelWidth()), -20);
}

QPointF ElementHistory::pointAt(std::size_t i) const {
  const QRectF plot = plotRect();
  const double from = static_cast<double>(points_.front().first);
  const double span = std::max(1.0, static_cast<double>(points_.back().first) - from);
  const double height = high_ > low_ ? (points_[i].second - low_) / (high_ - low_) : 0.5;
  return {plot.left() + plot.width() * (static_cast<double>(points_[i].first) - from) / span,
          plot.bottom() - plot.height() * height};
}

std::size_t ElementHistory::nearest(double x) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points_.size(); ++i)
    if (std::abs(pointAt(i).x() - x) < std::abs(pointAt(best).x() - x)) best = i;
  return best;
}

void ElementHistory::paintEvent(QPaintEvent*) {
  if (points_.size() < 2) return;
  const Colours& colours = Theme::current().colours();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF plot = plotRect();
  painter.setPen(QPen(colours.axisLine, 1));
  painter.drawLine(QLineF(plot.left(), plot.bottom() + 3.5, plot.right(), plot.bottom() + 3.5));
  QPolygonF line;
  const auto flush = [&] {
    painter.setPen(QPen(colours.series[0], 1.5));
    if (line.size() > 1) painter.drawPolyline(line);
    line.clear();
  };
  for (std::size_t i = 0; i < points_.size(); ++i)
    std::isfinite(points_[i].second) ? line << pointAt(i), void() : flush();
  flush();
  painter.setBrush(colours.series[0]);
  painter.setPen(Qt::NoPen);
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].first == current_ && std::isfinite(points_[i].second))
      painter.drawEllipse(pointAt(i), 3.5, 3.5);
  painter.setFont(Theme::current().captionFont());
  painter.setPen(colours.dimText);
  const QRectF ends(plot.right() + metrics::grid, plot.top() - 6, labelWidth() + 1,
                    plot.height() + 12);
  painter.drawText(ends, Qt::AlignTop | Qt::AlignLeft, valueText(high_, 5));
  painter.drawText(ends, Qt::AlignBottom | Qt::AlignLeft, valueText(low_, 5));
  const QRectF below(plot.left(), plot.bottom() + 4, plot.width(), 16);
  const QString first = tr("iteration %1").arg(points_.front().first);
  const QFontMetricsF letters(painter.font());
  QString last = tr("iteration %1").arg(points_.back().first);
  if (letters.horizontalAdvance(last) > below.right()) last = QString::number(points_.back().first);
  if (letters.horizontalAdvance(first + last) + metrics::grid <= below.width())
    painter.drawText(below, Qt::AlignLeft, first);
  painter.drawText(below, Qt::AlignRight | Qt::TextDontClip, last);
}

void ElementHistory::mousePressEvent(QMouseEvent* event) {
  if (!points_.empty()) emit iterationClicked(points_[nearest(event->position().x())].first);
}

void ElementHistory::mouseMoveEvent(QMouseEvent* event) {
  if (points_.empty()) return;
  const auto& [iteration, value] = points_[nearest(event->position().x())];
  QToolTip::showText(event->globalPosition().toPoint(),
                     tr("iteration %1: %2").arg(iteration).arg(valueText(value, 9)), this);
}

}  // namespace ng::views
