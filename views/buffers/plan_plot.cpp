// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_plot.h"

#include <QAction>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/records/buffer_record.h"
#include "views/buffers/plan_painter.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

constexpr int mostRectangles = 20'000;  // in the JSON description

}  // namespace

PlanPlot::PlanPlot(QWidget* parent) : AxesPlot(parent) {
  setAccessibleName(tr("Memory plan: addresses over steps"));
  addCommands();
  connect(&Theme::current(), &Theme::changed, this, &PlanPlot::redraw);
  connect(this, &PlanPlot::rangeChanged, this, &PlanPlot::redraw);
}

void PlanPlot::redraw() {
  images_.invalidate();
  update();
}

void PlanPlot::addCommands() {
  const auto add = [this](const QString& text, const char* icon, const QKeySequence& key,
                          auto call) {
    auto* action = new QAction(Theme::current().icon(icon), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, call);
    addAction(action);
  };
  const auto middle = [this] { return area().center(); };
  add(tr("Fit the memory plan"), "fit", Qt::Key_Home, [this] { fit(); });
  add(tr("Zoom into the memory plan"), "zoom_in", Qt::Key_Plus,
      [this, middle] { zoom(0.8, middle()); });
  add(tr("Zoom out of the memory plan"), "zoom_out", Qt::Key_Minus,
      [this, middle] { zoom(1.25, middle()); });
}

void PlanPlot::setModel(PlanModelPtr model) {
  const PlotRange before = whole();
  shown_.setModel(std::move(model));
  if (!(whole() == before)) fit();
  redraw();
}

void PlanPlot::setOther(PlanModelPtr other) {
  const PlotRange before = whole();
  shown_.other = std::move(other);
  if (!(whole() == before)) fit();
  redraw();
}

void PlanPlot::setShowsAll(bool all) {
  shown_.setAll(all);
  fit();
  redraw();
}

void PlanPlot::setShowsGhost(bool ghost) {
  shown_.ghost = ghost;
  fit();
  redraw();
}

void PlanPlot::setSelected(int buffer) {
  if (buffer == shown_.selected) return;
  if ((buffer < 0) != (shown_.selected < 0)) images_.invalidate();  // dims the others
  shown_.select(buffer);
  update();
}

void PlanPlot::setMarked(std::set<int> read, std::set<int> written) {
  shown_.read = std::move(read);
  shown_.written = std::move(written);
  redraw();
}

void PlanPlot::setStep(int step) {
  shown_.step = step;
  update();
}

void PlanPlot::setRunStep(int step) {
  if (step == shown_.runStep) return;
  shown_.runStep = step;
  update();
}

// Within whole(), and at least 1 byte by 0.1 steps.
PlotRange PlanPlot::allowed(const PlotRange& range) const {
  const PlotRange all = whole();
  PlotRange next = range;
  const double width = std::clamp(next.right - next.left, 0.1, all.right - all.left);
  const double height =
      std::clamp(next.high - next.low, std::min(1.0, all.high), all.high - all.low);
  next.left = std::clamp(next.left, all.left, all.right - width);
  next.low = std::clamp(next.low, all.low, all.high - height);
  next.right = next.left + width;
  next.high = next.low + height;
  return next;
}

QRectF PlanPlot::area() const {
  return QRectF(rect()).adjusted(76, 8, -16, -42);
}

QPointF PlanPlot::toPixel(double step, double address) const {
  return {xAxis().pixel(step), yAxis().pixel(address)};
}

QPointF PlanPlot::toPlane(const QPointF& pixel) const {
  return {xAxis().value(pixel.x()), yAxis().value(pixel.y())};
}

int PlanPlot::bufferAt(const QPointF& pixel) const {
  if (!shown_.model || !area().contains(pixel)) return -1;
  const QPointF p = toPlane(pixel);
  const double dx = 2 * (range().right - range().left) / area().width();
  const double dy = 2 * (range().high - range().low) / area().height();
  const PlotRect* found = shown_.model->tree(shown_.all).at(p.x(), p.y(), dx, dy);
  return found ? found->row : -1;
}

void PlanPlot::clicked(const QPointF& at) {
  if (!shown_.model) return;
  const int buffer = bufferAt(at);
  if (buffer >= 0) return emit bufferPicked(buffer);
  if (at.x() < area().left() || at.x() > area().right()) return;
  const int step = static_cast<int>(std::floor(toPlane(at).x()));
  if (step >= 0 && step < shown_.model->steps()) emit stepPicked(step);
}

void PlanPlot::pointed(std::optional<QPointF> at) {
  const int over = at ? bufferAt(*at) : -1;
  if (over == shown_.hovered) return;
  shown_.hovered = over;
  update();
}

void PlanPlot::mouseDoubleClickEvent(QMouseEvent* event) {
  const int buffer = bufferAt(event->position());
  if (buffer >= 0) return emit bufferActivated(buffer);
  fit();
}

void PlanPlot::keyPressEvent(QKeyEvent* event) {
  if (!shown_.model || shown_.model->buffers() == 0) return QWidget::keyPressEvent(event);
  const auto go = [this](PlanShown::Direction way) {
    const RectTree& tree = shown_.model->tree(shown_.all);
    const bool none = shown_.selected < 0 && !tree.empty();
    const int next = none ? tree.rects().front().row : shown_.neighbour(shown_.selected, way);
    if (next >= 0) emit bufferPicked(next);
  };
  switch (event->key()) {
    case Qt::Key_Left: return go(PlanShown::Direction::earlier);
    case Qt::Key_Right: return go(PlanShown::Direction::later);
    case Qt::Key_Up: return go(PlanShown::Direction::higher);
    case Qt::Key_Down: return go(PlanShown::Direction::lower);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (shown_.selected >= 0) return emit bufferActivated(shown_.selected);
      break;
    default: break;
  }
  QWidget::keyPressEvent(event);
}

QString PlanPlot::tipAt(const QPointF& at) const {
  const int buffer = bufferAt(at);
  return buffer < 0 ? QString() : shown_.tipOf(buffer);
}

void PlanPlot::paintEvent(QPaintEvent*) {
  const double ratio = devicePixelRatioF();
  images_.refresh(shown_, range(), (area().size() * ratio).toSize(), ratio);
  QPainter painter(this);
  painter.fillRect(rect(), Theme::current().colours().panel);
  if (!shown_.model) return;
  PlanPainter(*this, painter).paint(images_);
  emit painted();
}

// The visible rectangles, up to mostRectangles, and the number of merged ones.
QJsonObject PlanPlot::description() const {
  const PlotRange& shown = range();
  QJsonObject out{{"kind", "memory plan"},
                  {"steps", QJsonArray{shown.left, shown.right}},
                  {"addresses", QJsonArray{shown.low, shown.high}}};
  if (!shown_.model) return out;
  QJsonArray buffers;
  for (int i = 0; i < shown_.model->buffers() && buffers.size() < mostRectangles; ++i) {
    const PlotRect* rect = shown_.placeOf(i);
    if (!rect || rect->right < shown.left || rect->left > shown.right || rect->high < shown.low ||
        rect->low > shown.high)
      continue;
    const BufferRecord& buffer = shown_.model->buffer(i);
    QJsonObject each{{"buffer", QString::fromStdString(buffer.name)},
                     {"first step", buffer.first_step},
                     {"last step", buffer.last_step},
                     {"address", rect->low},
                     {"bytes", static_cast<double>(buffer.bytes)}};
    if (i == shown_.selected) each["selected"] = true;
    if (shown_.read.count(i)) each["read"] = true;
    if (shown_.written.count(i)) each["written"] = true;
    buffers.append(each);
  }
  out["buffers"] = buffers;
  out["peak"] = peakText();
  out["merged"] = mergedText();
  if (shown_.other) out["compared"] = true;
  if (shown_.step >= 0) out["step"] = shown_.step;
  return out;
}

}  // namespace ng::views
