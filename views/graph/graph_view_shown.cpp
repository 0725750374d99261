// SPDX-License-Identifier: Apache-2.0
// Restricts the shown ops and highlights traced paths: isolate, hide, upstream, downstream.
#include <QFileInfo>
#include <QPointer>

#include "views/core/selected_rewrite.h"
#include "views/graph/graph_export.h"
#include "views/graph/graph_view.h"

namespace ng::views {
namespace {

constexpr double exportScale = 2;  // pixels per scene unit

}  // namespace

// The ops that commands act on: the hits of a search, else the traced ops, else the selected op or
// group.
OpKeys GraphView::meant() {
  OpKeys ops;
  if (!graph_) return ops;
  if (!search_.empty()) {
    const QueryFacts facts = queryFacts();
    for (const OpRecord& op : graph_->ops)
      if (search_.matches(op, facts)) ops.insert(op.id);
    return ops;
  }
  if (!traced_.empty()) return traced_;
  if (const Group* group = grouping_->find(canvas_->selected()))
    ops.insert(group->ops.begin(), group->ops.end());
  else if (const OpKey op = workspace_.selection.op())
    ops.insert(op);
  return ops;
}

void GraphView::isolate() {
  OpKeys kept = meant();
  if (kept.empty())
    return crumbs_->setNotice(About::deed, tr("Select an op or search to isolate it."));
  if (kept.size() == 1) {  // a single op is shown with its operands and readers
    const OpKey op = *kept.begin();
    for (const OpRecord& each : graph_->ops)
      for (const OperandRecord& operand : each.operands) {
        if (each.id == op) kept.insert(operand.op);
        if (operand.op == op) kept.insert(each.id);
      }
  }
  // A folded op is shown on the card that has its chip.
  const GraphScene& scene = canvas_->scene();
  for (const OpKey op : OpKeys(kept))
    if (const int card = scene.find(op); card >= 0)
      kept.insert(scene.cards[static_cast<std::size_t>(card)].id);
  auto hidden = std::make_shared<OpKeys>();
  for (const OpRecord& op : graph_->ops)
    if (!kept.count(op.id)) hidden->insert(op.id);
  setHidden(hidden);
  canvas_->camera().fit();
}

void GraphView::hideMeant() {
  const OpKeys more = meant();
  if (more.empty())
    return crumbs_->setNotice(About::deed, tr("Select an op or search to hide it."));
  auto hidden = std::make_shared<OpKeys>(hidden_ ? *hidden_ : OpKeys());
  hidden->insert(more.begin(), more.end());
  setHidden(hidden);
}

void GraphView::showAll() {
  traced_.clear();
  setHidden(nullptr);
  followTrace();
}

void GraphView::setHidden(std::shared_ptr<const OpKeys> hidden) {
  hidden_ = hidden && !hidden->empty() ? std::move(hidden) : nullptr;
  anchor_ = {};
  rebuildScene();
}

void GraphView::trace(Flow flow) {
  OpKeys from;
  if (const Group* group = grouping_->find(canvas_->selected()))
    from.insert(group->ops.begin(), group->ops.end());
  else if (const OpKey op = workspace_.selection.op())
    from.insert(op);
  if (from.empty() || !graph_)
    return crumbs_->setNotice(About::deed, tr("Select an op to trace from it."));
  OpKeys traced = opsAlong(*graph_, from, flow);
  traced_ = traced == traced_ ? OpKeys() : std::move(traced);  // a second call ends the trace
  followTrace();
}

void GraphView::followTrace() {
  std::vector<char> cards;
  OpKeys rewritten;
  if (const auto at = selectedRewrite(compilation_, workspace_.selection.state()))
    for (const auto* ops : {&at.rewrite->removed, &at.rewrite->added})
      rewritten.insert(ops->begin(), ops->end());
  const OpKeys& meant = rewritten.empty() ? kernelOps_ : rewritten;
  if (const OpKeys& lit = traced_.empty() ? meant : traced_; !lit.empty()) {
    cards.resize(canvas_->scene().cards.size());
    for (const OpKey op : lit)
      if (const int card = canvas_->scene().find(grouping_->item(op)); card >= 0)
        cards[static_cast<std::size_t>(card)] = 1;
  }
  canvas_->setTraced(std::move(cards));
  updateShownNotice();
}

// The selection is drawn alone, with its cards at their places.
bool GraphView::exportTo(const QString& file, Export what) {
  if (what == Export::selection) {
    const OpKeys kept = meant();
    OpKeys hidden;
    if (graph_)
      for (const OpRecord& op : graph_->ops)
        if (!kept.count(op.id)) hidden.insert(op.id);
    if (kept.empty() || !shownPlacement_) {
      crumbs_->setNotice(About::deed, tr("Select an op or search to export it."));
      return false;
    }
    const auto scene = std::make_shared<const GraphScene>(
        buildScene({graph_, nullptr, shownPlacement_.get(), grouping_.get(), &hidden}));
    return exportPart(file, scene, Lit(), {});
  }
  return exportPart(file, canvas_->sharedScene(), exportedLit(canvas_->lit()),
                    what == Export::seen ? canvas_->camera().visibleArea() : QRectF());
}

bool GraphView::exportPart(const QString& file, ScenePtr scene, const Lit& lit,
                           const QRectF& part) {
  const auto tell = [self = QPointer(this), file](bool good, const QString& why) {
    if (self) self->crumbs_->setNotice(About::deed, good ? tr("Wrote %1").arg(file) : why, !good);
  };
  if (QString why; !canExport(file, why)) {
    tell(false, why);
    return false;
  }
  workspace_.jobs.start(
      tr("Writing %1").arg(QFileInfo(file).fileName()),
      [=, scene = std::move(scene),
       dark = actions_["export_dark"]->isChecked()](JobContext& context) -> Jobs::Done {
        QString why;
        const bool good = exportScene(*scene, lit, file, why, exportScale, part, &context, dark);
        return [=] { tell(good, why); };
      });
  return true;
}

// Shows "12 of 36 ops shown", "5 ops traced"; the menu and Shift+I show all again.
void GraphView::updateShownNotice() {
  if (!graph_) return;
  QStringList words;
  if (hidden_) {
    std::size_t shown = 0;
    for (const OpRecord& op : graph_->ops) shown += hidden_->count(op.id) == 0;
    words << tr("%1 of %2 ops shown (all: Shift+I)").arg(shown).arg(graph_->ops.size());
  }
  if (!traced_.empty()) words << tr("%1 ops traced (Esc clears)").arg(traced_.size());
  crumbs_->setNotice(About::shown, words.join(QStringLiteral(" · ")));
}

QueryFacts GraphView::queryFacts() {
  return {compilation_.get(),
          [this](OpKey op) { return values_.of(op).value_or(ValueFact()).odd; }};
}

}  // namespace ng::views
