// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and key handling of the canvas.
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/graph/canvas/canvas.h"

namespace ng::views {
namespace {

constexpr double edgeReach = 5;  // pixels
constexpr int dragStart = 4;

}  // namespace

void GraphCanvas::wheelEvent(QWheelEvent* event) {
  const QPoint pixels = event->pixelDelta();
  if (!pixels.isNull() && !(event->modifiers() & Qt::ControlModifier) &&
      event->source() != Qt::MouseEventNotSynthesized) {
    view_.panBy(pixels);  // two-finger scrolling on a touch pad
  } else {
    view_.zoomAt(event->position(), std::pow(1.0015, event->angleDelta().y()));
  }
  moved(true);
  event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
    return QWidget::mousePressEvent(event);  // the back and forward buttons belong to the window
  pressing_ = true;
  dragging_ = false;
  pressed_ = dragged_ = event->position();
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (!pressing_) return hover(event->position());
  if (!dragging_ && (event->position() - pressed_).manhattanLength() < dragStart) return;
  dragging_ = true;
  setCursor(Qt::ClosedHandCursor);
  view_.panBy(event->position() - dragged_);
  dragged_ = event->position();
  moved(true);
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressing_) return QWidget::mouseReleaseEvent(event);
  pressing_ = false;
  unsetCursor();
  if (!dragging_ && event->button() == Qt::LeftButton) clickAt(event->position());
  dragging_ = false;
}

// Cycles through the chip's ops with each click.
ItemId GraphCanvas::nextOf(const Chip& chip) const {
  const auto now = std::find(chip.ops().begin(), chip.ops().end(), lit_.item);
  return now == chip.ops().end() || std::next(now) == chip.ops().end() ? chip.op : *std::next(now);
}

void GraphCanvas::clickAt(QPointF at) {
  const QPointF scenePoint = view_.toScene(at);
  if (const Chip* chip = scene_->chipAt(scenePoint)) return emit clicked(nextOf(*chip));
  if (const int card = scene_->cardAt(scenePoint); card >= 0) {
    lit_.selected = card;
    lit_.item = scene_->cards[static_cast<std::size_t>(card)].id;
    cameFrom_ = -1;
    describe();
    repaintAll();
    return emit clicked(scene_->cards[static_cast<std::size_t>(card)].id);
  }
  const auto on = [scenePoint](const std::vector<QRectF>& labels) {
    return std::any_of(labels.begin(), labels.end(),
                       [scenePoint](const QRectF& label) { return label.contains(scenePoint); });
  };
  for (const Frame& frame : scene_->frames)
    if (on(frame.labels)) return emit frameClicked(frame.group);
  for (const Hull& hull : scene_->hulls)
    if (on(hull.labels) || hull.outline.contains(scenePoint)) return emit hullClicked(hull.kernel);
  lit_.walkedEdge = scene_->edgeAt(scenePoint, edgeReach / view_.scale());
  repaintAll();
  if (lit_.walkedEdge < 0) emit clicked(0);
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const QPointF at = view_.toScene(event->position());
  if (const Chip* chip = scene_->chipAt(at)) {
    const ItemId op = chip->tells(lit_.item) ? lit_.item : chip->op;
    return !chip->folded() ? goToRead(op) : emit activated(op);
  }
  if (const int card = scene_->cardAt(at); card >= 0)
    emit activated(scene_->cards[static_cast<std::size_t>(card)].id);
  else if (const int edge = scene_->edgeAt(at, edgeReach / view_.scale()); edge >= 0)
    followEdge(edge);
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event) {
  const Chip* chip = scene_->chipAt(view_.toScene(event->pos()));
  emit menuAsked(chip ? chip->op : itemAt(event->pos()), event->globalPos());
}

void GraphCanvas::hover(QPointF at) {
  const QPointF scenePoint = view_.toScene(at);
  const Chip* chip = scene_->chipAt(scenePoint);
  const ItemId read = chip ? chip->op : 0;
  // A chip of one source highlights the source's card; a chip of many highlights the card that has
  // it.
  const int card =
      !chip
          ? scene_->cardAt(scenePoint)
          : scene_->find(
                chip->reads.size() == 1
                    ? read
                    : scene_->cards[static_cast<std::size_t>(scene_->cardOfChipAt(scenePoint))].id);
  const int edge = card < 0 ? scene_->edgeAt(scenePoint, edgeReach / view_.scale()) : -1;
  if (card == lit_.hovered && edge == lit_.hoveredEdge && read == lit_.hoveredChip) return;
  repaintLit(lit_.hovered, lit_.hoveredEdge);
  repaintChips(lit_.hoveredChip);
  lit_.hovered = card;
  lit_.hoveredEdge = edge;
  lit_.hoveredChip = read;
  setCursor(card >= 0 || edge >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  QToolTip::hideText();
  repaintLit(card, edge);
  repaintChips(read);
}

void GraphCanvas::leaveEvent(QEvent*) {
  if (lit_.hovered < 0 && lit_.hoveredEdge < 0) return;
  repaintLit(lit_.hovered, lit_.hoveredEdge);
  repaintChips(lit_.hoveredChip);
  lit_.hovered = lit_.hoveredEdge = -1;
  lit_.hoveredChip = 0;
}

bool GraphCanvas::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  QString text;
  if (lit_.hovered >= 0 && cardTip)
    text = cardTip(scene_->cards[static_cast<std::size_t>(lit_.hovered)]);
  else if (lit_.hoveredEdge >= 0 && edgeTip)
    text = edgeTip(scene_->edges[static_cast<std::size_t>(lit_.hoveredEdge)]);
  if (text.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void GraphCanvas::keyPressEvent(QKeyEvent* event) {
  const bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (plain && walk(event->key())) return event->accept();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (plain && lit_.selected >= 0) return emit activated(selected());
      if (plain && lit_.walkedEdge >= 0) return followEdge(lit_.walkedEdge);
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace ng::views
