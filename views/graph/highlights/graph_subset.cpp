// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/graph_subset.h"

#include <algorithm>

#include "engine/records/op_record.h"

namespace ng::views {

GraphSubset::GraphSubset(GraphShown& shown, GraphFinder& finder) : shown_(shown), finder_(finder) {}

OpIds GraphSubset::meant() {
  if (finder_.searching()) return finder_.matches();
  return traced_.empty() && shown_.graph ? shown_.selectedOps() : traced_;
}

void GraphSubset::isolate() {
  OpIds kept = meant();
  if (kept.empty()) return shown_.say(tr("Select an op or search to isolate it."));
  if (kept.size() == 1) {  // a single op is shown with its operands and readers
    const OpId op = *kept.begin();
    for (const OpRecord& each : shown_.graph->ops)
      for (const OperandRecord& operand : each.operands) {
        if (each.id == op) kept.insert(operand.op);
        if (operand.op == op) kept.insert(each.id);
      }
  }
  // A folded op is shown on the card that has its chip.
  const GraphScene& scene = shown_.canvas.scene();
  for (const OpId op : OpIds(kept))
    if (const int card = scene.find(op); card >= 0)
      kept.insert(scene.cards[static_cast<std::size_t>(card)].id);
  auto hidden = std::make_shared<OpIds>();
  for (const OpRecord& op : shown_.graph->ops)
    if (!kept.count(op.id)) hidden->insert(op.id);
  setHidden(hidden);
  shown_.canvas.camera().fit();
}

void GraphSubset::hide() {
  const OpIds more = meant();
  if (more.empty()) return shown_.say(tr("Select an op or search to hide it."));
  auto hidden = std::make_shared<OpIds>(shown_.hidden ? *shown_.hidden : OpIds());
  hidden->insert(more.begin(), more.end());
  setHidden(hidden);
}

void GraphSubset::showAll() {
  traced_.clear();
  setHidden(nullptr);
  emit traceChanged();
}

void GraphSubset::clear() {
  shown_.hidden = nullptr;
  traced_.clear();
}

void GraphSubset::setHidden(std::shared_ptr<const OpIds> hidden) {
  shown_.hidden = hidden && !hidden->empty() ? std::move(hidden) : nullptr;
  shown_.anchor = {};
  emit hiddenChanged();
}

void GraphSubset::trace(Flow flow) {
  const OpIds from = shown_.selectedOps();
  if (from.empty() || !shown_.graph) return shown_.say(tr("Select an op to trace from it."));
  OpIds traced = opsAlong(*shown_.graph, from, flow);
  traced_ = traced == traced_ ? OpIds() : std::move(traced);
  emit traceChanged();
}

void GraphSubset::endTrace() {
  if (traced_.empty()) return;
  traced_.clear();
  emit traceChanged();
}

// Cards that the pass changed and that are not visible: a step does not move the picture.
int GraphSubset::changedOutside() const {
  const GraphScene& scene = shown_.canvas.scene();
  if (!scene.diff) return 0;
  const QRectF seen = shown_.canvas.camera().visibleArea();
  return static_cast<int>(
      std::count_if(scene.cards.begin(), scene.cards.end(), [&seen](const Card& card) {
        return card.mark != Mark::none && !seen.intersects(card.rect);
      }));
}

// Shows "12 of 36 ops shown", "5 ops traced"; the menu and Shift+I show all again.
void GraphSubset::showNotice() const {
  if (!shown_.graph) return;
  QStringList words;
  if (shown_.hidden) {
    std::size_t shown = 0;
    for (const OpRecord& op : shown_.graph->ops) shown += shown_.hidden->count(op.id) == 0;
    words << tr("%1 of %2 ops shown (all: Shift+I)").arg(shown).arg(shown_.graph->ops.size());
  }
  if (!traced_.empty()) words << tr("%1 ops traced (Esc clears)").arg(traced_.size());
  if (const int outside = changedOutside())
    words << (outside == 1 ? tr("1 change is outside of the view (Home)")
                           : tr("%1 changes are outside of the view (Home)").arg(outside));
  shown_.crumbs.setNotice(About::shown, words.join(QStringLiteral(" · ")));
}

}  // namespace ng::views
