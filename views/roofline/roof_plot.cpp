// SPDX-License-Identifier: Apache-2.0
#include "views/roofline/roof_plot.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/roofline/roof_painter.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// GB/s: measured, or before that the most that is possible.
double bandwidth_of(const KernelPoint& point) {
  if (point.limit != Limit::unmeasured) return point.gigabytes;
  return point.level ? point.level->gigabytes : 1;
}

}  // namespace

RoofPlot::RoofPlot(QWidget* parent) : AxesPlot(parent) {
  setMinimumSize(200, 100);
  setAccessibleName(tr("Roofline"));
}

void RoofPlot::set(MachinePeaks peaks, std::vector<RoofDot> dots) {
  peaks_ = std::move(peaks);
  dots_ = std::move(dots);
  for (RoofDot& dot : dots_) {  // point to the levels of peaks_ rather than of the argument
    for (const MemoryPeak& level : peaks_.memory)
      if (dot.point.level && level.name == dot.point.level->name) dot.point.level = &level;
  }
  fit();
  update();
}

void RoofPlot::setOther(std::optional<OtherRoof> other) {
  other_ = std::move(other);
  fit();
  update();
}

void RoofPlot::setSelected(const QString& kernel) {
  if (kernel == selected_) return;
  selected_ = kernel;
  update();
}

// Whole decades that contain all dots and the ridge point.
PlotRange RoofPlot::whole() const {
  PlotRange all{1e9, -1e9, 1e9, -1e9};
  const auto take = [&all](double intensity, double gflops) {
    if (intensity > 0) {
      all.left = std::min(all.left, std::log10(intensity));
      all.right = std::max(all.right, std::log10(intensity));
    }
    if (gflops > 0) {
      all.low = std::min(all.low, std::log10(gflops));
      all.high = std::max(all.high, std::log10(gflops));
    }
  };
  for (const RoofDot& dot : dots_) take(dot.point.intensity, dot.point.gflops);
  take(1, 1);
  const auto take_ridge = [&take](const MachinePeaks& peaks) {
    if (peaks.measured()) take(peaks.gflops / peaks.memory.back().gigabytes, peaks.gflops);
  };
  take_ridge(peaks_);
  if (other_) {
    take_ridge(other_->peaks);
    for (const RoofDot& dot : other_->dots) take(dot.point.intensity, dot.point.gflops);
  }
  const double left = std::floor(all.left - 0.15);
  for (const RoofDot& dot : dots_)
    if (dot.point.intensity <= 0) take(0, bandwidth_of(dot.point) * std::pow(10, left));
  return {left, std::ceil(all.right + 0.3), std::floor(all.low - 0.1), std::ceil(all.high + 0.15)};
}

PlotRange RoofPlot::allowed(const PlotRange& next) const {
  const double decades = next.right - next.left;
  return decades < 0.2 || decades > 40 ? range() : next;
}

QRectF RoofPlot::area() const {
  return QRectF(rect()).adjusted(64, 12, -16, -42);
}

QPointF RoofPlot::toPixel(double intensity, double gflops) const {
  return {xAxis().pixel(std::log10(std::max(1e-12, intensity))),
          yAxis().pixel(std::log10(std::max(1e-12, gflops)))};
}

QLineF RoofPlot::slope(const MemoryPeak& level, const MachinePeaks& peaks) const {
  const double left = std::pow(10, range().left);
  return {toPixel(left, left * level.gigabytes),
          toPixel(peaks.gflops / level.gigabytes, peaks.gflops)};
}

// Kernels without FLOP are placed at the left edge, at the height of their bandwidth on the slopes.
QPointF RoofPlot::place(const RoofDot& dot) const {
  const KernelPoint& point = dot.point;
  const double edge = std::pow(10, range().left);
  if (point.intensity <= 0) return toPixel(edge, bandwidth_of(point) * edge) + QPointF(6, 0);
  const bool measured = point.limit != Limit::unmeasured;
  return toPixel(point.intensity, measured ? point.gflops : point.ceiling);
}

double RoofPlot::radius(const RoofDot& dot) const {
  return 4 + 6 * std::sqrt(std::clamp(dot.share, 0.0, 1.0));
}

namespace {

// The dot whose circle, or its surroundings, contain `at`.
std::optional<std::size_t> nearest(const RoofPlot& plot, const std::vector<RoofDot>& dots,
                                   const QPointF& at) {
  std::optional<std::size_t> best;
  double distance = 1e9;
  for (std::size_t i = 0; i < dots.size(); ++i) {
    const QPointF d = plot.place(dots[i]) - at;
    const double away = std::hypot(d.x(), d.y());
    if (away > plot.radius(dots[i]) + 4 || away >= distance) continue;
    distance = away;
    best = i;
  }
  return best;
}

QString tipOf(const KernelPoint& point, const QString& kernel) {
  return RoofPlot::tr("%1: %2, %3 GFLOP/s, %4 FLOP/B, %5 GB/s")
      .arg(kernel)
      .arg(microsecondText(point.microseconds))
      .arg(ratioText(point.gflops))
      .arg(ratioText(point.intensity))
      .arg(ratioText(point.gigabytes));
}

}  // namespace

std::optional<std::size_t> RoofPlot::dotAt(const QPointF& at) const {
  return nearest(*this, dots_, at);
}

void RoofPlot::clicked(const QPointF& at) {
  if (const auto dot = dotAt(at))
    emit kernelClicked(QString::fromStdString(dots_[*dot].point.kernel));
}

void RoofPlot::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto dot = dotAt(event->position());
  if (!dot) return fit();
  emit kernelActivated(QString::fromStdString(dots_[*dot].point.kernel));
}

// Arrow keys select the next dot by intensity.
void RoofPlot::keyPressEvent(QKeyEvent* event) {
  const bool next = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
  const bool before = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && !selected_.isEmpty()) emit kernelActivated(selected_);
  if (event->key() == Qt::Key_Home) fit();
  if ((!next && !before) || dots_.empty()) return QWidget::keyPressEvent(event);
  std::vector<const RoofDot*> order;
  for (const RoofDot& dot : dots_) order.push_back(&dot);
  std::stable_sort(order.begin(), order.end(), [](const RoofDot* a, const RoofDot* b) {
    return a->point.intensity < b->point.intensity;
  });
  const auto at = std::find_if(order.begin(), order.end(), [this](const RoofDot* dot) {
    return dot->point.kernel == selected_.toStdString();
  });
  const auto count = static_cast<std::ptrdiff_t>(order.size());
  std::ptrdiff_t index = at == order.end() ? 0 : at - order.begin() + (next ? 1 : -1);
  index = std::clamp<std::ptrdiff_t>(index, 0, count - 1);
  emit kernelClicked(QString::fromStdString(order[static_cast<std::size_t>(index)]->point.kernel));
}

QString RoofPlot::tipAt(const QPointF& at) const {
  if (const auto found = dotAt(at)) {
    const KernelPoint& point = dots_[*found].point;
    return tipOf(point, QString::fromStdString(point.kernel)) + u'\n' +
           QString::fromStdString(limit_words(point));
  }
  if (!other_) return {};
  const auto found = nearest(*this, other_->dots, at);
  if (!found) return {};
  const KernelPoint& point = other_->dots[*found].point;
  return tipOf(point,
               tr("%1 on %2").arg(QString::fromStdString(point.kernel), other_->transformer));
}

void RoofPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::current().colours().panel);
  RoofPainter(*this, painter).paint();
}

QJsonObject RoofPlot::description() const {
  QJsonArray memory, kernels;
  for (const MemoryPeak& level : peaks_.memory)
    memory.append(
        QJsonObject{{"name", QString::fromStdString(level.name)}, {"GB/s", level.gigabytes}});
  for (const RoofDot& dot : dots_) {
    const QPointF at = place(dot);
    const QString name = QString::fromStdString(dot.point.kernel);
    kernels.append(QJsonObject{{"kernel", name},
                               {"FLOP/byte", dot.point.intensity},
                               {"GFLOP/s", dot.point.gflops},
                               {"us", dot.point.microseconds},
                               {"limit", QString::fromStdString(limit_words(dot.point))},
                               {"place", QJsonArray{at.x(), at.y()}},
                               {"selected", name == selected_}});
  }
  QJsonObject all{
      {"kind", "roofline"}, {"GFLOP/s", peaks_.gflops}, {"memory", memory}, {"kernels", kernels}};
  if (other_) {
    QJsonArray others;
    for (const RoofDot& dot : other_->dots)
      others.append(QJsonObject{{"kernel", QString::fromStdString(dot.point.kernel)},
                                {"FLOP/byte", dot.point.intensity},
                                {"GFLOP/s", dot.point.gflops},
                                {"us", dot.point.microseconds}});
    all["other"] = QJsonObject{{"transformer", other_->transformer},
                               {"GFLOP/s", other_->peaks.gflops},
                               {"kernels", others}};
  }
  return all;
}

}  // namespace ng::views
