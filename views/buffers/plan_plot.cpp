// SPDX-License-Identifier: Apache-2.0
// Window, mouse and keyboard handling of the memory plan plot. Painting is in plan_plot_paint.cpp.
#include "views/buffers/plan_plot.h"

#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {

PlanPlot::PlanPlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Memory plan: addresses over steps"));
  addCommands();
  connect(&Theme::current(), &Theme::changed, this, [this] {
    stale_ = true;
    update();
  });
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

// ---- what is shown --------------------------------------------------------------------------

void PlanPlot::setModel(PlanModelPtr model) {
  const PlotWindow before = whole();
  model_ = std::move(model);
  noteFamilies();
  selected_ = hovered_ = -1;
  read_.clear(), written_.clear(), tenants_.clear();
  stale_ = true;
  if (whole() == before) return update();
  fit();
}

void PlanPlot::setOther(PlanModelPtr other) {
  const PlotWindow before = whole();
  other_ = std::move(other);
  stale_ = true;
  if (!(whole() == before)) fit();
  update();
}

void PlanPlot::setShowsAll(bool all) {
  all_ = all;
  noteFamilies();
  stale_ = true;
  fit();
}

void PlanPlot::setShowsGhost(bool ghost) {
  ghost_ = ghost;
  stale_ = true;
  fit();
}

void PlanPlot::setSelected(int buffer) {
  if (buffer == selected_) return;
  stale_ |= (buffer < 0) != (selected_ < 0);
  selected_ = buffer;
  tenants_.clear();
  if (model_ && buffer >= 0) {
    const Tenancy& tenancy = model_->tenancy();
    tenants_ = tenancy.before(buffer);
    const std::vector<int> after = tenancy.after(buffer);
    tenants_.insert(tenants_.end(), after.begin(), after.end());
  }
  update();
}

void PlanPlot::setMarked(std::set<int> read, std::set<int> written) {
  read_ = std::move(read);
  written_ = std::move(written);
  stale_ = true;
  update();
}

void PlanPlot::setStep(int step) {
  step_ = step;
  update();
}

void PlanPlot::setRunStep(int step) {
  if (step == runStep_) return;
  runStep_ = step;
  update();
}

void PlanPlot::setBands(std::vector<std::pair<double, double>> bands) {
  if (bands == bands_) return;
  bands_ = std::move(bands);
  update();
}

std::vector<int> PlanPlot::litTenants() const {
  return tenants_;
}

// ---- the window -----------------------------------------------------------------------------

// Bounds of everything drawn, with room above for the labels of the lines.
PlotWindow PlanPlot::whole() const {
  if (!model_) return {};
  PlotWindow all{0, std::max(1.0, static_cast<double>(model_->steps())), 0, 1};
  const auto reach = [&](const RectTree& tree) {
    if (tree.empty()) return;
    all.high = std::max(all.high, tree.bounds().high);
    all.right = std::max(all.right, tree.bounds().right);
  };
  reach(model_->tree(all_));
  if (ghost_) reach(model_->ghost());
  if (other_) reach(other_->tree(all_));
  all.high *= 1.1;
  return all;
}

void PlanPlot::fit() {
  fitted_ = whole();
  stale_ |= !(window_ == fitted_);
  window_ = fitted_;
  update();
}

// Clamps the window to whole(), and the zoom to 1 byte by 0.1 steps.
void PlanPlot::setWindow(const PlotWindow& window) {
  const PlotWindow all = whole();
  PlotWindow next = window;
  const double width = std::clamp(next.right - next.left, 0.1, all.right - all.left);
  const double height =
      std::clamp(next.high - next.low, std::min(1.0, all.high), all.high - all.low);
  next.left = std::clamp(next.left, all.left, all.right - width);
  next.low = std::clamp(next.low, all.low, all.high - height);
  next.right = next.left + width;
  next.high = next.low + height;
  if (next == window_) return;
  window_ = next;
  stale_ = true;
  update();
}

void PlanPlot::zoom(double factor, const QPointF& at, bool across, bool up) {
  const QPointF fixed = toPlane(at);
  PlotWindow next = window_;
  if (across) {
    next.left = fixed.x() + (window_.left - fixed.x()) * factor;
    next.right = fixed.x() + (window_.right - fixed.x()) * factor;
  }
  if (up) {
    next.low = fixed.y() + (window_.low - fixed.y()) * factor;
    next.high = fixed.y() + (window_.high - fixed.y()) * factor;
  }
  setWindow(next);
}

QRectF PlanPlot::area() const {
  return QRectF(rect()).adjusted(76, 8, -16, -42);
}

QPointF PlanPlot::toPixel(double step, double address) const {
  const QRectF a = area();
  return {a.left() + a.width() * (step - window_.left) / (window_.right - window_.left),
          a.bottom() - a.height() * (address - window_.low) / (window_.high - window_.low)};
}

QPointF PlanPlot::toPlane(const QPointF& pixel) const {
  const QRectF a = area();
  return {window_.left + (pixel.x() - a.left()) / a.width() * (window_.right - window_.left),
          window_.low + (a.bottom() - pixel.y()) / a.height() * (window_.high - window_.low)};
}

// ---- finding --------------------------------------------------------------------------------

int PlanPlot::bufferAt(const QPointF& pixel) const {
  if (!model_ || !area().contains(pixel)) return -1;
  const QPointF p = toPlane(pixel);
  const double dx = 2 * (window_.right - window_.left) / area().width();
  const double dy = 2 * (window_.high - window_.low) / area().height();
  const PlotRect* found = model_->tree(all_).at(p.x(), p.y(), dx, dy);
  return found ? found->row : -1;
}

const PlotRect* PlanPlot::placeOf(int buffer) const {
  return model_ ? model_->rect(buffer, all_) : nullptr;
}

int PlanPlot::neighbour(int buffer, Direction way) const {
  const PlotRect* from = placeOf(buffer);
  if (!from) return -1;
  const auto overlap = [](double a0, double a1, double b0, double b1) {
    return std::min(a1, b1) > std::max(a0, b0);
  };
  const bool inTime = way == Direction::earlier || way == Direction::later;
  int best = -1;
  double nearest = HUGE_VAL;
  for (const PlotRect& rect : model_->tree(all_).rects()) {
    const bool beside = inTime ? overlap(rect.low, rect.high, from->low, from->high)
                               : overlap(rect.left, rect.right, from->left, from->right);
    const double gap = way == Direction::earlier ? from->left - rect.right
                       : way == Direction::later ? rect.left - from->right
                       : way == Direction::lower ? from->low - rect.high
                                                 : rect.low - from->high;
    if (rect.row == buffer || !beside || gap < 0 || gap >= nearest) continue;
    nearest = gap;
    best = rect.row;
  }
  return best;
}

// ---- mouse and keys -------------------------------------------------------------------------

void PlanPlot::wheelEvent(QWheelEvent* event) {
  const bool onlyTime = event->modifiers() & Qt::ShiftModifier;
  const bool onlyBytes = event->modifiers() & Qt::ControlModifier;
  const QPoint turned = event->angleDelta();
  // Shift and Alt can swap the wheel axes.
  const int delta = turned.y() != 0 ? turned.y() : turned.x();
  zoom(std::pow(0.8, delta / 120.0), event->position(), !onlyBytes, !onlyTime);
  event->accept();
}

void PlanPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  grabbed_ = event->position();
  grabbedWindow_ = window_;
  dragged_ = false;
  bandFrom_.reset();
  if (event->modifiers() & Qt::ShiftModifier) bandFrom_ = toPlane(event->position()).x();
}

void PlanPlot::mouseMoveEvent(QMouseEvent* event) {
  if (grabbed_ && (event->buttons() & Qt::LeftButton)) {
    const QPointF moved = event->position() - *grabbed_;
    if (!dragged_ && moved.manhattanLength() < QApplication::startDragDistance()) return;
    dragged_ = true;
    if (bandFrom_) return setBands({std::minmax(*bandFrom_, toPlane(event->position()).x())});
    setCursor(Qt::ClosedHandCursor);
    const double dx = moved.x() / area().width() * (window_.right - window_.left);
    const double dy = moved.y() / area().height() * (window_.high - window_.low);
    setWindow({grabbedWindow_.left - dx, grabbedWindow_.right - dx, grabbedWindow_.low + dy,
               grabbedWindow_.high + dy});
    return;
  }
  const int over = bufferAt(event->position());
  if (over == hovered_) return;
  hovered_ = over;
  update();
}

void PlanPlot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !grabbed_) return;
  grabbed_.reset();
  unsetCursor();
  const bool drawn = std::exchange(bandFrom_, std::nullopt) && dragged_ && !bands_.empty();
  if (drawn) return emit bandPicked(bands_.front().first, bands_.front().second);
  if (dragged_ || !model_) return;
  const int buffer = bufferAt(event->position());
  if (buffer >= 0) return emit bufferPicked(buffer);
  if (event->position().x() < area().left() || event->position().x() > area().right()) return;
  const int step = static_cast<int>(std::floor(toPlane(event->position()).x()));
  if (step >= 0 && step < model_->steps()) emit stepPicked(step);
}

void PlanPlot::mouseDoubleClickEvent(QMouseEvent* event) {
  const int buffer = bufferAt(event->position());
  if (buffer >= 0) return emit bufferActivated(buffer);
  fit();
}

void PlanPlot::leaveEvent(QEvent*) {
  hovered_ = -1;
  update();
}

void PlanPlot::keyPressEvent(QKeyEvent* event) {
  if (!model_ || model_->buffers() == 0) return QWidget::keyPressEvent(event);
  const auto go = [this](Direction way) {
    const RectTree& tree = model_->tree(all_);
    const bool none = selected_ < 0 && !tree.empty();
    const int next = none ? tree.rects().front().row : neighbour(selected_, way);
    if (next >= 0) emit bufferPicked(next);
  };
  switch (event->key()) {
    case Qt::Key_Left:
      return go(Direction::earlier);
    case Qt::Key_Right:
      return go(Direction::later);
    case Qt::Key_Up:
      return go(Direction::higher);
    case Qt::Key_Down:
      return go(Direction::lower);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (selected_ >= 0) return emit bufferActivated(selected_);
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

QString PlanPlot::tipOf(int buffer) const {
  const BufferRecord& b = model_->buffer(buffer);
  QStringList lines;
  lines << QString::fromStdString(b.name) + QStringLiteral("  ") + byteText(b.bytes) + u' ' +
               model_->placeText(buffer);
  lines << tr("%1, steps %2–%3")
               .arg(QString::fromUtf8(name(b.kind)), countText(b.first_step),
                    countText(b.last_step));
  if (!b.reason.empty()) lines << QString::fromStdString(b.reason);
  const QString flags = model_->flagsText(buffer);
  if (!flags.isEmpty()) lines << flags;
  return lines.join(u'\n');
}

bool PlanPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int buffer = bufferAt(help->pos());
  if (buffer >= 0) {
    QToolTip::showText(help->globalPos(), tipOf(buffer), this);
  } else {
    QToolTip::hideText();
  }
  return true;
}

}  // namespace ng::views
