// SPDX-License-Identifier: Apache-2.0
// Chooses the visible area of a new scene: the user's position, an opened group, or a card just
// created.
#include "views/graph/canvas/build_layer.h"
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

constexpr double legible = 0.56;  // names are legible
constexpr double frameRoom = 20;  // around cards: a frame's margin and its title

}  // namespace

// Better placements may follow the first one, so the aim is kept until the user moves.
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

// Shows an area again, unless no card is in it because cards have moved.
void GraphView::showAgain(const QRectF& area) {
  canvas_->showArea(area);
  const QRectF seen = canvas_->visibleArea();
  for (const ItemId item : canvas_->visibleItems()) {
    const int card = canvas_->scene().find(item);
    if (seen.contains(canvas_->scene().cards[static_cast<std::size_t>(card)].rect.center())) return;
  }
  canvas_->fit();
}

// The area of the group's members, with their frame; grouping by role has no frames.
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

// Shows the whole group if names stay legible, else its top with the title.
void GraphView::showOpened(ItemId id) {
  const GroupArea area = groupArea(id);
  if (!area.all.isEmpty()) canvas_->revealArea(area.all, area.top, legible);
}

// The part of the next scene that will be visible close up; empty if all of it is visible or the
// view is zoomed out.
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

// Reveals cards that an edit line created; a dropped card is visible anyway.
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
  const DocumentRecordPtr document = workspace_.documents.document();
  return document && document->graph->ops.empty() && build_ && build_->active() &&
         workspace_.editor->undoName().isEmpty() && workspace_.editor->redoName().isEmpty();
}

}  // namespace ng::views
