// SPDX-License-Identifier: Apache-2.0
#include "views/graph/canvas/canvas_pointer.h"

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

CanvasPointer::CanvasPointer(GraphCanvas& canvas) : QObject(&canvas), canvas_(canvas) {
  canvas.installEventFilter(this);
}

bool CanvasPointer::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Wheel: return wheel(*static_cast<QWheelEvent*>(event)), true;
    case QEvent::MouseButtonPress: return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove: return move(*static_cast<QMouseEvent*>(event)), true;
    case QEvent::MouseButtonRelease: return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick: return doubleClick(*static_cast<QMouseEvent*>(event)), true;
    case QEvent::ContextMenu: {
      const auto* asked = static_cast<QContextMenuEvent*>(event);
      const Chip* chip = canvas_.scene().chipAt(toScene(asked->pos()));
      emit canvas_.menuAsked(chip ? chip->op : canvas_.itemAt(asked->pos()), asked->globalPos());
      return true;
    }
    case QEvent::Leave: canvas_.setHovered(-1, -1, 0); return false;
    case QEvent::ToolTip: return showTip(*static_cast<QHelpEvent*>(event)), true;
    default: return false;
  }
}

QPointF CanvasPointer::toScene(QPointF at) const {
  return canvas_.camera().view().toScene(at);
}

int CanvasPointer::edgeAt(QPointF scenePoint) const {
  return canvas_.scene().edgeAt(scenePoint, edgeReach / canvas_.camera().scale());
}

void CanvasPointer::wheel(QWheelEvent& event) {
  const QPoint pixels = event.pixelDelta();
  const bool scrolls = !pixels.isNull() && !(event.modifiers() & Qt::ControlModifier) &&
                       event.source() != Qt::MouseEventNotSynthesized;
  if (scrolls)
    canvas_.camera().panBy(pixels);  // two-finger scrolling on a touch pad
  else
    canvas_.camera().zoomAt(event.position(), std::pow(1.0015, event.angleDelta().y()));
  event.accept();
}

// The back and forward buttons belong to the window.
bool CanvasPointer::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton) return false;
  pressing_ = true;
  dragging_ = false;
  pressed_ = dragged_ = event.position();
  return true;
}

void CanvasPointer::move(const QMouseEvent& event) {
  if (!pressing_) return hover(event.position());
  if (!dragging_ && (event.position() - pressed_).manhattanLength() < dragStart) return;
  dragging_ = true;
  canvas_.setCursor(Qt::ClosedHandCursor);
  canvas_.camera().panBy(event.position() - dragged_);
  dragged_ = event.position();
}

bool CanvasPointer::release(const QMouseEvent& event) {
  if (!pressing_) return false;
  pressing_ = false;
  canvas_.unsetCursor();
  if (!dragging_ && event.button() == Qt::LeftButton) click(event.position());
  dragging_ = false;
  return true;
}

// Cycles through the chip's ops with each click.
ItemId CanvasPointer::nextOf(const Chip& chip) const {
  const auto now = std::find(chip.ops().begin(), chip.ops().end(), canvas_.lit().item);
  return now == chip.ops().end() || std::next(now) == chip.ops().end() ? chip.op : *std::next(now);
}

void CanvasPointer::click(QPointF at) {
  const GraphScene& scene = canvas_.scene();
  const QPointF point = toScene(at);
  if (const Chip* chip = scene.chipAt(point)) return emit canvas_.clicked(nextOf(*chip));
  if (const int card = scene.cardAt(point); card >= 0) {
    const ItemId item = scene.cards[static_cast<std::size_t>(card)].id;
    canvas_.select(item);
    return emit canvas_.clicked(item);
  }
  const auto on = [point](const std::vector<QRectF>& labels) {
    return std::any_of(labels.begin(), labels.end(),
                       [point](const QRectF& label) { return label.contains(point); });
  };
  for (const Frame& frame : scene.frames)
    if (on(frame.labels)) return emit canvas_.frameClicked(frame.group);
  for (const Hull& hull : scene.hulls)
    if (on(hull.labels) || hull.outline.contains(point))
      return emit canvas_.hullClicked(hull.kernel);
  const int edge = edgeAt(point);
  canvas_.setCurrentEdge(edge);
  if (edge < 0) emit canvas_.clicked(0);
}

void CanvasPointer::doubleClick(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return;
  const GraphScene& scene = canvas_.scene();
  const QPointF at = toScene(event.position());
  if (const Chip* chip = scene.chipAt(at)) {
    const ItemId now = canvas_.lit().item, op = chip->tells(now) ? now : chip->op;
    return chip->folded() ? emit canvas_.activated(op) : canvas_.walkTo(op);
  }
  if (const int card = scene.cardAt(at); card >= 0)
    emit canvas_.activated(scene.cards[static_cast<std::size_t>(card)].id);
  else if (const int edge = edgeAt(at); edge >= 0)
    canvas_.followEdge(edge);
}

void CanvasPointer::hover(QPointF at) {
  const GraphScene& scene = canvas_.scene();
  const QPointF scenePoint = toScene(at);
  const Chip* chip = scene.chipAt(scenePoint);
  const ItemId read = chip ? chip->op : 0;
  // A chip of one source highlights the source's card; a chip of many highlights the card that has
  // it.
  const int card =
      !chip ? scene.cardAt(scenePoint)
            : scene.find(
                  chip->reads.size() == 1
                      ? read
                      : scene.cards[static_cast<std::size_t>(scene.cardOfChipAt(scenePoint))].id);
  const int edge = card < 0 ? edgeAt(scenePoint) : -1;
  if (!canvas_.setHovered(card, edge, read)) return;
  canvas_.setCursor(card >= 0 || edge >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  QToolTip::hideText();
}

void CanvasPointer::showTip(const QHelpEvent& event) {
  const GraphScene& scene = canvas_.scene();
  const int card = canvas_.lit().hovered, edge = canvas_.lit().hoveredEdge;
  QString text;
  if (card >= 0 && canvas_.cardTip)
    text = canvas_.cardTip(scene.cards[static_cast<std::size_t>(card)]);
  else if (edge >= 0 && canvas_.edgeTip)
    text = canvas_.edgeTip(scene.edges[static_cast<std::size_t>(edge)]);
  if (text.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(event.globalPos(), text, &canvas_);
}

}  // namespace ng::views
