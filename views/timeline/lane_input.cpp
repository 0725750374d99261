// SPDX-License-Identifier: Apache-2.0
// Mouse and keyboard handling of the timeline.
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "views/timeline/lane_canvas.h"
#include "views/timeline/lane_metrics.h"

namespace ng::views {

void LaneCanvas::resizeEvent(QResizeEvent*) {
  updateBars();
  camera_.follow();
}

void LaneCanvas::scrollContentsBy(int, int) {
  viewport()->update();
}

// The wheel zooms, pans with Shift, and scrolls the lanes with Ctrl.
void LaneCanvas::wheelEvent(QWheelEvent* event) {
  const QPoint turn = event->angleDelta();
  if (event->modifiers() & Qt::ControlModifier) {
    verticalScrollBar()->setValue(verticalScrollBar()->value() - turn.y() / 4);
  } else if (event->modifiers() & Qt::ShiftModifier || turn.y() == 0) {
    camera_.pan(-(turn.x() + turn.y()) * 0.5);
  } else {
    camera_.zoom(std::pow(0.8, turn.y() / 120.0),
                 std::max<double>(lane::names, event->position().x()));
  }
  event->accept();
}

void LaneCanvas::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->position();
  last_ = event->position();
  dragged_ = false;
}

void LaneCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (!pressed_) {
    const auto under = eventAt(at);
    if (under == hovered_) return;
    hovered_ = under;
    viewport()->update();
    return;
  }
  dragTo(at, event->buttons());
}

void LaneCanvas::dragTo(const QPointF& at, Qt::MouseButtons buttons) {
  if (!dragged_ && (at - *pressed_).manhattanLength() < QApplication::startDragDistance()) return;
  dragged_ = true;
  const bool ruler = pressed_->y() < lane::ruler;
  if (buttons & Qt::MiddleButton || ruler) {
    camera_.pan(last_.x() - at.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(last_.y() - at.y()));
  } else if (buttons & Qt::LeftButton && pressed_->x() >= lane::names) {
    const double a = scale().time(pressed_->x());
    const double b = scale().time(std::clamp(at.x(), scale().left(), scale().right()));
    setStretch(Stretch{std::min(a, b), std::max(a, b)});
  }
  last_ = at;
}

void LaneCanvas::mouseReleaseEvent(QMouseEvent* event) {
  const auto pressed = std::exchange(pressed_, std::nullopt);
  if (!pressed || event->button() != Qt::LeftButton) return;
  if (dragged_) {
    if (pressed->y() >= lane::ruler && pressed->x() >= lane::names) emit stretchMeasured(stretch_);
  } else if (pressed->x() < lane::names) {
    if (const LaneBand* band = layout_.bandAt(contentY(pressed->y())))
      fold(band->which, timelines_.timeline(band->which).lanes()[band->lane].name);
  } else {
    select(eventAt(*pressed));
  }
}

// Opens the menu for the event under the pointer or, from the keyboard, the current event.
void LaneCanvas::contextMenuEvent(QContextMenuEvent* event) {
  const bool key = event->reason() == QContextMenuEvent::Keyboard;
  pressed_.reset();
  if (!key && event->pos().y() < lane::ruler) return;
  const bool names = !key && event->pos().x() < lane::names;
  const LaneBand* band = names ? layout_.bandAt(contentY(event->pos().y())) : nullptr;
  if (!key && !band) select(eventAt(event->pos()));
  QPoint at = event->globalPos();
  if (key && current_) at = viewport()->mapToGlobal(rectOf(*current_).center().toPoint());
  emit menuAsked(at, band && band->which == 0 ? band->title : QString());
}

void LaneCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (eventAt(event->position())) emit currentActivated();
}

void LaneCanvas::select(std::optional<ShownEvent> event) {
  if (event == current_) return;
  current_ = event;
  if (event) reveal(*event);
  viewport()->update();
  emit currentChanged();
}

void LaneCanvas::step(int direction) {
  if (!current_) return walk(direction, 0);
  if (const auto next = timelines_.sameName(*current_, direction)) select(next);
}

// Without a current event, selects the first visible one.
void LaneCanvas::walk(int along, int down) {
  if (layout_.bands().empty()) return;
  if (current_) {
    if (const auto next = timelines_.near(*current_, along, down)) select(next);
    return;
  }
  const LaneBand& first = layout_.bands().front();
  const EventRow& row = timelines_.timeline(first.which).lanes()[first.lane].rows[0];
  const std::size_t i = row.first_ending_from(static_cast<std::int64_t>(scale().from()));
  if (i < row.size()) select(ShownEvent{first.which, {first.lane, 0, i}});
}

void LaneCanvas::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
    return QAbstractScrollArea::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_W:
    case Qt::Key_Plus: return zoomBy(0.7);
    case Qt::Key_S:
    case Qt::Key_Minus: return zoomBy(1 / 0.7);
    case Qt::Key_A: return camera_.panBy(-0.15);
    case Qt::Key_D: return camera_.panBy(0.15);
    case Qt::Key_F: return focus();
    case Qt::Key_Home: return camera_.home();
    case Qt::Key_Comma: return step(-1);
    case Qt::Key_Period: return step(1);
    case Qt::Key_Left: return walk(-1, 0);
    case Qt::Key_Right: return walk(1, 0);
    case Qt::Key_Up: return walk(0, -1);
    case Qt::Key_Down: return walk(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_) emit currentActivated();
      return;
    default: QAbstractScrollArea::keyPressEvent(event);
  }
}

void LaneCanvas::leaveEvent(QEvent*) {
  hovered_.reset();
  viewport()->update();
}

bool LaneCanvas::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto under = eventAt(help->pos());
  const QString text =
      under ? timelines_.describe(*under)
            : counters_.valueAt(scale(), help->pos().x(), help->pos().y() - countersTop(*this));
  text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
  return true;
}

}  // namespace ng::views
