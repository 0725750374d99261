// SPDX-License-Identifier: Apache-2.0
#include "views/graph/arrangement/graph_aim.h"

namespace ng::views {
namespace {

constexpr double legible = 0.56;  // names are legible
constexpr double frameRoom = 20;  // around cards: a frame's margin and its title

}  // namespace

void GraphAim::at(std::function<void()> aim, ItemId group) {
  aim_ = std::move(aim);
  group_ = group;
  reached_ = {};
}

void GraphAim::atEverything() {
  at([this] { shown_.canvas.camera().fit(); });
}

void GraphAim::atArea(const QRectF& area) {
  at([this, area] {
    GraphCanvas& canvas = shown_.canvas;
    canvas.camera().showArea(area);
    const QRectF seen = canvas.camera().visibleArea();
    for (const ItemId item : canvas.visibleItems()) {
      const int card = canvas.scene().find(item);
      if (seen.contains(canvas.scene().cards[static_cast<std::size_t>(card)].rect.center()))
        return revealSelected();
    }
    canvas.camera().fit();
  });
}

// The inspector shows the selected op, so its card must not be off screen.
void GraphAim::revealSelected() const {
  const OpId op = shown_.workspace.selection.op();
  const int card = op == 0 ? -1 : shown_.canvas.scene().find(shown_.grouping->item(op));
  if (card < 0) return;
  const QRectF rect = shown_.canvas.scene().cards[static_cast<std::size_t>(card)].rect;
  GraphCamera& camera = shown_.canvas.camera();
  if (!camera.visibleArea().contains(rect)) camera.revealArea(rect, rect, camera.scale());
}

void GraphAim::atGroup(ItemId group) {
  at(
      [this, group] {
        const GroupArea area = groupArea(group);
        if (!area.all.isEmpty()) shown_.canvas.camera().revealArea(area.all, area.top, legible);
      },
      group);
}

void GraphAim::clearIfReached() {
  if (!reached_.isEmpty()) aim_ = nullptr;
}

bool GraphAim::unmoved() const {
  return reached_.isEmpty() || shown_.canvas.camera().visibleArea() == reached_;
}

void GraphAim::follow(bool unmoved) {
  if (!aim_ || shown_.canvas.scene().cards.empty()) return;
  if (!unmoved) return at(nullptr);
  aim_();
  reached_ = shown_.canvas.camera().visibleArea();
}

// The area of the group's members, with their frame; grouping by role has no frames.
GraphAim::GroupArea GraphAim::groupArea(ItemId id) const {
  GroupArea area;
  const Group* group = shown_.grouping->find(id);
  if (!group || !shown_.placement) return area;
  for (const ItemId item : shown_.grouping->items(group->ops)) {
    const auto at = shown_.placement->centres.find(item);
    if (at == shown_.placement->centres.end() || (shown_.hidden && shown_.hidden->count(item)))
      continue;
    const QRectF card =
        cardRectAt(at->second).adjusted(-frameRoom, -frameRoom, frameRoom, frameRoom);
    if (area.top.isEmpty() || card.top() < area.top.top()) area.top = card;
    area.all |= card;
  }
  return area;
}

QRectF GraphAim::areaToCome(const Placement& placement) const {
  constexpr double closeUp = 0.2;
  const bool aims = aim_ && unmoved();
  if (aims && !group_) return {};
  if (!aims && shown_.canvas.camera().fitted()) return {};
  QPointF shift;
  const int card = shown_.canvas.scene().find(shown_.anchor.before);
  const auto after = placement.centres.find(shown_.anchor.after);
  if (card >= 0 && after != placement.centres.end())
    shift = QPointF(after->second.x, after->second.y) -
            shown_.canvas.scene().cards[static_cast<std::size_t>(card)].rect.center();
  const GroupArea group = aims ? groupArea(group_) : GroupArea();
  const QRectF area = group.all.isEmpty() ? shown_.canvas.camera().visibleArea().translated(shift)
                                          : shown_.canvas.camera().areaToReveal(shift, group.all,
                                                                                group.top, legible);
  return shown_.canvas.width() < closeUp * area.width() ? QRectF() : area;
}

void GraphAim::revealMade(const GraphScene& before) {
  const OpId last = shown_.workspace.editor->last();
  if (last == lastMade_ || shown_.canvas.scene().find(last) < 0) return;
  lastMade_ = last;
  const std::map<OpId, QPointF> dropped = shown_.workspace.editor->places();
  QRectF made;
  for (const Card& card : shown_.canvas.scene().cards)
    if (before.find(card.id) < 0 && dropped.count(card.id) == 0) made |= card.rect;
  if (!made.isEmpty())
    shown_.canvas.camera().revealArea(made, made, shown_.canvas.camera().scale());
}

}  // namespace ng::views
