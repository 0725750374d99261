// SPDX-License-Identifier: Apache-2.0
// Data, range, mouse and keyboard handling of the roofline plot. Painting is in roof_paint.cpp.
#include "views/roofline/roof_plot.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

RoofPlot::RoofPlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(200, 100);
  setAccessibleName(tr("Roofline"));
  connect(&Theme::current(), &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void RoofPlot::set(MachinePeaks peaks, std::vector<RoofDot> dots) {
  peaks_ = std::move(peaks);
  dots_ = std::move(dots);
  for (RoofDot& dot : dots_) {  // point to the levels of peaks_ rather than of the argument
    for (const MemoryPeak& level : peaks_.memory)
      if (dot.point.level && level.name == dot.point.level->name) dot.point.level = &level;
  }
  fit();
}

void RoofPlot::setSelected(const QString& kernel) {
  if (kernel == selected_) return;
  selected_ = kernel;
  update();
}

// Whole decades that contain all dots and the ridge point.
void RoofPlot::fit() {
  Range all{1e9, -1e9, 1e9, -1e9};
  const auto take = [&all](double intensity, double gflops) {
    if (intensity > 0) {
      all.left = std::min(all.left, std::log10(intensity));
      all.right = std::max(all.right, std::log10(intensity));
    }
    if (gflops > 0) {
      all.bottom = std::min(all.bottom, std::log10(gflops));
      all.top = std::max(all.top, std::log10(gflops));
    }
  };
  for (const RoofDot& dot : dots_) take(dot.point.intensity, dot.point.gflops);
  take(1, 1);
  if (peaks_.measured()) {
    take(peaks_.gflops / peaks_.memory.back().gigabytes, peaks_.gflops);
  }
  range_ = {std::floor(all.left - 0.15), std::ceil(all.right + 0.3), std::floor(all.bottom - 0.1),
            std::ceil(all.top + 0.15)};
  update();
}

QRectF RoofPlot::area() const {
  return QRectF(rect()).adjusted(64, 12, -16, -42);
}

QPointF RoofPlot::toPixel(double intensity, double gflops) const {
  const QRectF a = area();
  const double x = std::log10(std::max(1e-12, intensity)), y = std::log10(std::max(1e-12, gflops));
  return {a.left() + a.width() * (x - range_.left) / (range_.right - range_.left),
          a.bottom() - a.height() * (y - range_.bottom) / (range_.top - range_.bottom)};
}

// Kernels without FLOP are placed at the left edge, at the height of their bandwidth on the slopes.
QPointF RoofPlot::place(const RoofDot& dot) const {
  const KernelPoint& point = dot.point;
  const double edge = std::pow(10, range_.left);
  const bool measured = point.limit != Limit::unmeasured;
  if (point.intensity <= 0) {
    const double bytes = measured ? point.gigabytes : point.level ? point.level->gigabytes : 1;
    return toPixel(edge, bytes * edge) + QPointF(6, 0);
  }
  return toPixel(point.intensity, measured ? point.gflops : point.ceiling);
}

double RoofPlot::radius(const RoofDot& dot) const {
  return 4 + 6 * std::sqrt(std::clamp(dot.share, 0.0, 1.0));
}

std::optional<std::size_t> RoofPlot::dotAt(const QPointF& at) const {
  std::optional<std::size_t> best;
  double distance = 1e9;
  for (std::size_t i = 0; i < dots_.size(); ++i) {
    const QPointF d = place(dots_[i]) - at;
    const double away = std::hypot(d.x(), d.y());
    if (away > radius(dots_[i]) + 4 || away >= distance) continue;
    distance = away;
    best = i;
  }
  return best;
}

void RoofPlot::wheelEvent(QWheelEvent* event) {
  const QRectF a = area();
  const double factor = std::pow(0.85, event->angleDelta().y() / 120.0);
  const double fx = std::clamp((event->position().x() - a.left()) / a.width(), 0.0, 1.0);
  const double fy = std::clamp((a.bottom() - event->position().y()) / a.height(), 0.0, 1.0);
  const double width = range_.right - range_.left, height = range_.top - range_.bottom;
  if (width * factor < 0.2 || width * factor > 40) return;
  range_.left += fx * width * (1 - factor), range_.right -= (1 - fx) * width * (1 - factor);
  range_.bottom += fy * height * (1 - factor), range_.top -= (1 - fy) * height * (1 - factor);
  update();
  event->accept();
}

void RoofPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position();
  pressedRange_ = range_;
  dragged_ = false;
}

void RoofPlot::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_) return;
  const QPointF moved = event->position() - *pressed_;
  if (!dragged_ && moved.manhattanLength() < QApplication::startDragDistance()) return;
  dragged_ = true;
  const QRectF a = area();
  const double dx = moved.x() / a.width() * (pressedRange_.right - pressedRange_.left);
  const double dy = moved.y() / a.height() * (pressedRange_.top - pressedRange_.bottom);
  range_ = {pressedRange_.left - dx, pressedRange_.right - dx, pressedRange_.bottom + dy,
            pressedRange_.top + dy};
  update();
}

void RoofPlot::mouseReleaseEvent(QMouseEvent* event) {
  const auto pressed = std::exchange(pressed_, std::nullopt);
  if (!pressed || dragged_ || event->button() != Qt::LeftButton) return;
  if (const auto dot = dotAt(*pressed))
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

bool RoofPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto found = dotAt(help->pos());
  if (!found) return QToolTip::hideText(), true;
  const KernelPoint& point = dots_[*found].point;
  QToolTip::showText(help->globalPos(),
                     tr("%1: %2, %3 GFLOP/s, %4 FLOP/B, %5 GB/s\n%6")
                         .arg(QString::fromStdString(point.kernel))
                         .arg(microsecondText(point.microseconds))
                         .arg(ratioText(point.gflops))
                         .arg(ratioText(point.intensity))
                         .arg(ratioText(point.gigabytes))
                         .arg(QString::fromStdString(limit_words(point))),
                     this);
  return true;
}

}  // namespace ng::views
