// SPDX-License-Identifier: Apache-2.0
// Histogram of a tensor's values.
#include "views/widgets/tensors/histogram.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/axis_ticks.h"
#include "views/widgets/plots/plot_frame.h"

namespace ng::views {
namespace {

constexpr int leftGutter = 56, rightGutter = 16, topGutter = 24, axisHeight = 24, statusHeight = 24;

}  // namespace

Histogram::Histogram(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  auto* log = new QAction(tr("Logarithmic counts"), this);
  log->setCheckable(true);
  connect(log, &QAction::toggled, this, &Histogram::setLogCounts);
  addAction(log);
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Histogram::setData(HistogramBins bins, const TensorStatistics& statistics, std::int64_t of) {
  bins_ = std::move(bins);
  of_ = of;
  statistics_ = statistics;
  if (bins_.counts.empty()) hover_.reset();
  if (hover_) hover_ = std::min(*hover_, bins_.counts.size() - 1);
  update();
}

void Histogram::setLogCounts(bool log) {
  log_ = log;
  update();
}

QRectF Histogram::plotRect() const {
  return QRectF(leftGutter, topGutter, std::max(8, width() - leftGutter - rightGutter),
                std::max(8, height() - topGutter - axisHeight - statusHeight));
}

// All pixels are the middle if all values are equal.
PlotAxis Histogram::axis() const {
  const QRectF plot = plotRect();
  if (bins_.high > bins_.low) return {bins_.low, bins_.high, plot.left(), plot.right()};
  return {bins_.low, bins_.low + 1, plot.center().x(), plot.center().x()};
}

double Histogram::barHeight(std::int64_t count) const {
  const auto most = static_cast<double>(std::max<std::int64_t>(1, bins_.most()));
  return log_ ? std::log1p(static_cast<double>(count)) / std::log1p(most)
              : static_cast<double>(count) / most;
}

std::optional<std::size_t> Histogram::binAt(const QPointF& position) const {
  const QRectF plot = plotRect();
  const std::size_t count = bins_.counts.size();
  if (!plot.contains(position) || count == 0) return std::nullopt;
  const double bin = (position.x() - plot.left()) / plot.width() * static_cast<double>(count);
  return std::min(count - 1, static_cast<std::size_t>(bin));
}

QString Histogram::statusText() const {
  if (bins_.counts.empty()) return tr("no finite value");
  if (hover_) {
    const std::size_t bin = *hover_;
    return tr(of_ ? "%1 … %2: %3 of %4 sampled" : "%1 … %2: %3 of %4")
        .arg(valueText(bins_.edge(bin)), valueText(bins_.edge(bin + 1)),
             countText(bins_.counts[bin]), countText(statistics_.count));
  }
  QString text = of_ ? tr("sample of %1 of %2 elements, evenly spaced")
                           .arg(countText(statistics_.count), countText(of_))
                     : countText(statistics_.count, tr("value"));
  if (statistics_.nans > 0) text += tr(" · %1 NaN").arg(countText(statistics_.nans));
  const std::int64_t infinite = statistics_.plusInfs + statistics_.minusInfs;
  if (infinite > 0) text += tr(" · %1 infinite").arg(countText(infinite));
  return text;
}

void Histogram::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), Theme::current().colours().card);
  if (!bins_.counts.empty()) {
    paintMoments(painter);
    paintBars(painter);
    paintAxes(painter);
  }
  const Colours& colours = Theme::current().colours();
  painter.setFont(hover_ ? Theme::current().monoFont() : Theme::current().captionFont());
  painter.setPen(hover_ ? colours.text : colours.dimText);
  painter.drawText(QRectF(metrics::grid, height() - statusHeight, width(), statusHeight),
                   Qt::AlignLeft | Qt::AlignVCenter, statusText());
}

void Histogram::paintBars(QPainter& painter) const {
  const QRectF plot = plotRect();
  const double wide = plot.width() / static_cast<double>(bins_.counts.size());
  const QColor colour = Theme::current().series(0);
  if (bins_.low == bins_.high) {  // a single value: a line instead of a filled area
    painter.fillRect(QRectF(plot.center().x() - 8, plot.top(), 16, plot.height()), colour);
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (std::size_t bin = 0; bin < bins_.counts.size(); ++bin) {
    const double high = barHeight(bins_.counts[bin]) * plot.height();
    if (bins_.counts[bin] == 0) continue;
    const double left = std::round(plot.left() + wide * static_cast<double>(bin));
    const double right = std::round(plot.left() + wide * static_cast<double>(bin + 1));
    const QRectF bar(left, plot.bottom() - std::max(1.0, std::round(high)),
                     std::max(1.0, right - left - (wide > 4 ? 1 : 0)),
                     std::max(1.0, std::round(high)));
    painter.fillRect(bar, bin == hover_ ? colour.lighter(130) : colour);
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
}

void Histogram::paintMoments(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF plot = plotRect();
  const double mean = axis().pixel(statistics_.mean);
  const double from = std::max(plot.left(), axis().pixel(statistics_.mean - statistics_.std));
  const double to = std::min(plot.right(), axis().pixel(statistics_.mean + statistics_.std));
  painter.fillRect(QRectF(from, plot.top(), to - from, plot.height()), colours.selectionRow);
  painter.setPen(QPen(colours.text, 1.5));
  painter.drawLine(QPointF(mean, plot.top() - 4), QPointF(mean, plot.bottom()));
  painter.setFont(Theme::current().captionFont());
  const QString text =
      tr("mean %1  ±  std %2").arg(valueText(statistics_.mean), valueText(statistics_.std));
  const double wide = painter.fontMetrics().horizontalAdvance(text) + 4;
  const double left =
      std::clamp(mean - wide / 2, plot.left(), std::max(plot.left(), plot.right() - wide));
  painter.drawText(QRectF(left, 2, wide, 16), Qt::AlignCenter, text);
}

void Histogram::paintAxes(QPainter& painter) const {
  const Colours& colours = Theme::current().colours();
  const QRectF plot = plotRect();
  painter.setFont(Theme::current().captionFont());
  painter.setPen(QPen(colours.axisLine, 1));
  painter.drawLine(plot.bottomLeft() + QPointF(0, 0.5), plot.bottomRight() + QPointF(0, 0.5));
  const int wanted = std::max(2, static_cast<int>(plot.width() / 72));
  for (const AxisTick& tick : axisTicks(bins_.low, bins_.high, wanted)) {
    const double x = axis().pixel(tick.value);
    painter.setPen(QPen(colours.axisLine, 1));
    painter.drawLine(QPointF(x, plot.bottom() + 1), QPointF(x, plot.bottom() + 4));
    paintLabelX(painter, plot, x, tick.label);
  }
  const auto most = static_cast<double>(bins_.most());
  for (const AxisTick& tick :
       integerTicks(0, most, std::max(1, static_cast<int>(plot.height() / 32)))) {
    const auto count = static_cast<std::int64_t>(tick.value);
    const double y = plot.bottom() - barHeight(count) * plot.height();
    painter.setPen(QPen(colours.grid, 1));
    painter.drawLine(QPointF(plot.left() - 4, y), QPointF(plot.left() - 1, y));
    paintLabelY(painter, plot, y, tick.label);
  }
}

void Histogram::mouseMoveEvent(QMouseEvent* event) {
  hover_ = binAt(event->position());
  update();
}

void Histogram::leaveEvent(QEvent*) {
  hover_.reset();
  update();
}

void Histogram::contextMenuEvent(QContextMenuEvent* event) {
  QMenu::exec(actions(), event->globalPos(), nullptr, this);
}

void paintMiniHistogram(QPainter& painter, const QRectF& rect, const HistogramBins& bins,
                        const QColor& colour) {
  if (bins.counts.empty()) return;
  const double wide = rect.width() / static_cast<double>(bins.counts.size());
  const auto most = static_cast<double>(bins.most());
  for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
    if (bins.counts[bin] == 0) continue;
    const double high = std::max(1.0, static_cast<double>(bins.counts[bin]) / most * rect.height());
    painter.fillRect(QRectF(rect.left() + wide * static_cast<double>(bin), rect.bottom() - high,
                            std::max(1.0, wide - (wide > 3 ? 1 : 0)), high),
                     colour);
  }
}

QJsonObject Histogram::description() const {
  QJsonArray counts;
  for (const std::int64_t count : bins_.counts) counts.append(static_cast<double>(count));
  return {{"kind", "histogram"},
          {"low", bins_.low},
          {"high", bins_.high},
          {"counts", counts},
          {"mean", statistics_.mean},
          {"std", statistics_.std},
          {"sampleOf", static_cast<double>(of_)}};
}

}  // namespace ng::views
