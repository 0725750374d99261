// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plots/axes_plot.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/theme/theme.h"
#include "views/widgets/plots/plot_frame.h"

namespace ng::views {

AxesPlot::AxesPlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  connect(&Theme::current(), &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

PlotAxis AxesPlot::xAxis() const {
  const QRectF a = area();
  return {range_.left, range_.right, a.left(), a.right()};
}

PlotAxis AxesPlot::yAxis() const {
  const QRectF a = area();
  return {range_.low, range_.high, a.bottom(), a.top()};
}

void AxesPlot::showRange(const PlotRange& range) {
  const PlotRange next = allowed(range);
  if (next == range_) return;
  range_ = next;
  update();
  emit rangeChanged();
}

void AxesPlot::setRange(const PlotRange& range) {
  fitted_ = false;
  showRange(range);
}

void AxesPlot::fit() {
  fitted_ = true;
  refit();
}

void AxesPlot::refit() {
  if (fitted_) showRange(whole());
}

PlotRange AxesPlot::allowed(const PlotRange& range) const {
  return range;
}

void AxesPlot::zoom(double factor, const QPointF& at, bool across, bool up) {
  const QRectF a = area();
  const PlotAxis x = xAxis().zoomed(across ? factor : 1, std::clamp(at.x(), a.left(), a.right()));
  const PlotAxis y = yAxis().zoomed(up ? factor : 1, std::clamp(at.y(), a.top(), a.bottom()));
  setRange({across ? x.low : range_.left, across ? x.high : range_.right, up ? y.low : range_.low,
            up ? y.high : range_.high});
}

void AxesPlot::setBands(std::vector<Band> bands) {
  if (bands == bands_) return;
  bands_ = std::move(bands);
  update();
}

void AxesPlot::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  const int delta = turned.y() != 0 ? turned.y() : turned.x();  // modifiers can swap the axes
  const Qt::KeyboardModifiers keys = event->modifiers();
  zoom(std::pow(0.8, delta / 120.0), event->position(), !(keys & Qt::ControlModifier),
       !(keys & Qt::ShiftModifier));
  event->accept();
}

void AxesPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  grab_ = Grab{event->position(), xAxis(), yAxis(), {}};
  if (picksBands() && event->modifiers() & Qt::ShiftModifier)
    grab_->bandFrom = grab_->x.value(event->position().x());
}

void AxesPlot::mouseMoveEvent(QMouseEvent* event) {
  if (grab_ && event->buttons() & Qt::LeftButton) return drag(event->position());
  pointed(event->position());
}

void AxesPlot::drag(const QPointF& to) {
  const QPointF moved = to - grab_->at;
  if (!grab_->dragged && moved.manhattanLength() < QApplication::startDragDistance()) return;
  grab_->dragged = true;
  if (grab_->bandFrom) return setBands({std::minmax(*grab_->bandFrom, grab_->x.value(to.x()))});
  setCursor(Qt::ClosedHandCursor);
  const PlotAxis x = grab_->x.panned(moved.x()), y = grab_->y.panned(moved.y());
  setRange({x.low, x.high, y.low, y.high});
}

void AxesPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !grab_) return;
  const Grab grab = *std::exchange(grab_, std::nullopt);
  unsetCursor();
  if (!grab.dragged) return clicked(event->position());
  if (grab.bandFrom && !bands_.empty())
    emit bandPicked(bands_.front().first, bands_.front().second);
}

void AxesPlot::mouseDoubleClickEvent(QMouseEvent*) {
  fit();
}

void AxesPlot::leaveEvent(QEvent*) {
  pointed(std::nullopt);
}

bool AxesPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipAt(help->pos());
  if (tip.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), tip, this);
  return true;
}

}  // namespace ng::views
