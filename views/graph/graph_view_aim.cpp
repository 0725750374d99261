// SPDX-License-Identifier: Apache-2.0
// What of a new scene is looked at: where the user was, a group that opened, a card just made.
#include "views/graph/build_layer.h"
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

constexpr double legible = 0.56;  // names can be read
constexpr double frameRoom = 20;  // around cards: a frame's margin and its title

}  // namespace

// Better places may follow the first ones: the aim holds until the user moves.
void GraphView::aimAt(std::function<void()> aim, ItemId group) {
  aim_ = std::move(aim);
  aimedGroup_ = group;
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

// Where its members stand, with their frame; by role there are no frames.
GraphView::GroupArea GraphView::groupArea(ItemId id) const {
  GroupArea area;
  const Group* group = grouping_->find(id);
  if (!group || !shownPlacement_) return area;
  for (const ItemId item : grouping_->items(group->ops)) {
    const auto at = shownPlacement_->centres.find(item);
    if (at == shownPlacement_->centres.end() || (hidden_ && hidden_->count(item))) continue;
    const QRectF card =
        cardRectAt(at->second).adjusted(-frameRoom, -frameRoom, frameRoom, frameRoom);
    if (area.top.isEmpty() || card.top() < area.top.top()) area.top = card;
    area.all |= card;
  }
  return area;
}

// All of it where names stay legible, else its top with the title.
void GraphView::showOpened(ItemId id) {
  const GroupArea area = groupArea(id);
  if (!area.all.isEmpty()) canvas_->revealArea(area.all, area.top, legible);
}

// Of the next scene, what will be seen close up; empty: all of it, or it is seen from afar.
QRectF GraphView::areaToCome(const Placement& placement) const {
  constexpr double closeUp = 0.2;
  const bool aims = aim_ && (aimedAt_.isEmpty() || canvas_->visibleArea() == aimedAt_);
  if (aims && !aimedGroup_) return {};
  if (!aims && canvas_->fitted()) return {};
  QPointF shift;
  const int card = canvas_->scene().find(anchor_.before);
  const auto after = placement.centres.find(anchor_.after);
  if (card >= 0 && after != placement.centres.end())
    shift = QPointF(after->second.x, after->second.y) -
            canvas_->scene().cards[static_cast<std::size_t>(card)].rect.center();
  const GroupArea group = aims ? groupArea(aimedGroup_) : GroupArea();
  const QRectF area = group.all.isEmpty()
                          ? canvas_->visibleArea().translated(shift)
                          : canvas_->areaToReveal(shift, group.all, group.top, legible);
  return canvas_->width() < closeUp * area.width() ? QRectF() : area;
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
