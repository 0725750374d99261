// SPDX-License-Identifier: Apache-2.0
// What of a new scene is looked at: where the user was, a group that opened, a card just made.
#include "views/graph/build_layer.h"
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

constexpr double legible = 0.56;  // names can be read

}  // namespace

// Better places may follow the first ones: the aim holds until the user moves.
void GraphView::aimAt(std::function<void()> aim) {
  aim_ = std::move(aim);
  aimedAt_ = {};
}

void GraphView::aim(bool unmoved) {
  if (!aim_ || canvas_->scene().cards.empty()) return;
  if (!unmoved) return aimAt(nullptr);
  aim_();
  aimedAt_ = canvas_->visibleArea();
}

// Cards may stand elsewhere than they did: a part of the plane without any is given up.
void GraphView::showAgain(const QRectF& area) {
  canvas_->showArea(area);
  const QRectF seen = canvas_->visibleArea();
  for (const ItemId item : canvas_->visibleItems()) {
    const int card = canvas_->scene().find(item);
    if (seen.contains(canvas_->scene().cards[static_cast<std::size_t>(card)].rect.center())) return;
  }
  canvas_->fit();
}

// All of it where names stay legible, else its top with the title; by role there are no frames.
void GraphView::showOpened(ItemId id) {
  for (const Frame& frame : canvas_->scene().frames)
    if (frame.group == id && !frame.labels.empty())
      return canvas_->revealArea(frame.outline.bounds, frame.labels.front(), legible);
  const Group* group = grouping_->find(id);
  QRectF all, top;
  for (const OpKey op : group ? group->ops : std::vector<OpKey>()) {
    const int card = canvas_->scene().find(grouping_->item(op));
    if (card < 0) continue;
    const QRectF& rect = canvas_->scene().cards[static_cast<std::size_t>(card)].rect;
    if (top.isEmpty() || rect.top() < top.top()) top = rect;
    all |= rect;
  }
  if (!all.isEmpty()) canvas_->revealArea(all, top, legible);
}

// Cards that a line made are seen; where a card is dropped it is seen anyway.
void GraphView::revealMade(const GraphScene& before) {
  const OpKey last = workspace_.editor->last();
  if (last == lastMade_ || canvas_->scene().find(last) < 0) return;
  lastMade_ = last;
  const std::map<OpKey, QPointF> dropped = workspace_.editor->places();
  QRectF made;
  for (const Card& card : canvas_->scene().cards)
    if (before.find(card.id) < 0 && dropped.count(card.id) == 0) made |= card.rect;
  if (!made.isEmpty()) canvas_->revealArea(made, made, canvas_->scale());
}

bool GraphView::begun() const {
  const DocumentRecordPtr document = workspace_.session.document();
  return document && document->graph->ops.empty() && build_ && build_->active() &&
         workspace_.editor->undoName().isEmpty() && workspace_.editor->redoName().isEmpty();
}

}  // namespace ng::views
