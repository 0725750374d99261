// SPDX-License-Identifier: Apache-2.0
// Highlighting on the canvas and the texts of the strips: selection, search, colours.
#include <algorithm>
#include <set>

#include "engine/records/op_trace.h"
#include "views/core/document_name.h"
#include "views/core/moment_text.h"
#include "views/core/selected_rewrite.h"
#include "views/graph/graph_search.h"
#include "views/graph/graph_view.h"
#include "views/graph/heat.h"
#include "views/graph/scene/axis_lit.h"
#include "views/widgets/code/find_bar.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

// The strip only has room for the beginning and the end of a list.
QString shortened(const QString& text) {
  constexpr int most = 56, end = 22;  // letters
  return text.size() <= most ? text : text.left(most - end) + QChar(0x2026) + text.right(end);
}

}  // namespace

void GraphView::followOp() {
  const OpKey op = workspace_.selection.op();
  canvas_->select(op ? grouping_->item(op) : 0);
  if (comparing()) other_->select(op ? grouping_->item(op) : 0);
}

// The op that is a group's value: the last of its ops that is read outside the group; 0 if none is.
OpKey GraphView::valueOf(const Group& group) const {
  if (!graph_) return 0;
  const std::set<OpKey> inside(group.ops.begin(), group.ops.end());
  std::set<OpKey> read;
  for (const OpRecord& op : graph_->ops)
    for (const OperandRecord& operand : op.operands)
      if (!inside.count(op.id) && grouping_->band(op.id) == Band::forward) read.insert(operand.op);
  const auto last = std::find_if(graph_->ops.rbegin(), graph_->ops.rend(), [&](const OpRecord& op) {
    return inside.count(op.id) && read.count(op.id) && !op.operands.empty();
  });
  return last == graph_->ops.rend() ? 0 : last->id;
}

void GraphView::selectItem(ItemId item) {
  const Group* group = grouping_->find(item);
  if (!group) return workspace_.selection.selectOp(item);
  workspace_.selection.selectGroup({QString::fromStdString(group->title), group->ops},
                                   valueOf(*group));
}

void GraphView::closeAround() {
  const OpKey op = workspace_.selection.op();
  const std::vector<const Group*> around = grouping_->around(op);
  for (auto group = around.rbegin(); group != around.rend(); ++group)
    if (grouping_->isOpen((*group)->id)) return setOpen((*group)->id, false);
}

// A kernel is selected by name or as an op. Before fusion it has no hull; its ops are highlighted
// instead.
void GraphView::followKernel() {
  const QString name = workspace_.selection.state().kernel;
  OpKey hull = 0;
  for (const Hull& each : canvas_->scene().hulls)
    if (name.isEmpty() ? each.kernel == workspace_.selection.op() : each.name == name)
      hull = each.kernel;
  canvas_->setKernel(hull);
  kernelOps_.clear();
  const KernelRecord* kernel =
      compilation_ && graph_ && !hull ? compilation_->kernel(name.toStdString()) : nullptr;
  const GraphRecordPtr last = kernel ? compilation_->final_graph() : nullptr;
  for (const OpKey inside : last ? kernel->ops : std::vector<OpKey>()) {
    if (graph_->find(inside)) kernelOps_.insert(inside);
    if (const OpRecord* op = last->find(inside))
      for (const OpKey origin : op->origins)
        if (graph_->find(origin)) kernelOps_.insert(origin);
  }
  if (last)
    for (const OpKey op : computed_by(*compilation_, *graph_, kernel->ops)) kernelOps_.insert(op);
  followTrace();
}

void GraphView::followAxis() {
  const std::string axis = workspace_.selection.state().axis.toStdString();
  canvas_->setAxis(graph_ ? axisLit(canvas_->scene(), *graph_, *grouping_, axis) : AxisLit());
}

void GraphView::followHalts() {
  crumbs_->setMoment(
      workspace_.run.looksBack()
          ? tr("values: %1").arg(momentText(workspace_.run, workspace_.run.iteration()))
          : QString());
  HaltMarks marks;
  const auto standsFor = [this](OpKey op) {  // the card, also for folded ops
    const ItemId item = grouping_->item(op);
    const int card = canvas_->scene().find(item);
    return card < 0 ? item : canvas_->scene().cards[static_cast<std::size_t>(card)].id;
  };
  for (const BreakpointRecord& each : workspace_.faults.breakpoints())
    marks.breakpoints.insert(standsFor(each.op));
  if (const auto stop = workspace_.faults.stopped()) {
    const ItemId item = standsFor(stop->op);
    const bool odd = stop->reason == StopReason::non_finite;
    (odd ? marks.odd : marks.standing) = item;
    const bool nan = !stop->values.empty() && stop->values.front().nans > 0;
    marks.oddText = nan ? tr("NaN") : tr("Inf");
  }
  canvas_->setHalts(std::move(marks));
}

// The card of an op; for a kernel that is drawn as a hull, the first card of its ops.
ItemId GraphView::cardFor(OpKey op) const {
  const ItemId item = grouping_->item(op);
  if (canvas_->scene().find(item) >= 0) return item;
  for (const Card& card : canvas_->scene().cards)
    if (card.kernel == op) return card.id;
  return item;
}

void GraphView::revealHalt() {
  const HaltMarks& marks = canvas_->lit().halts;
  const ItemId item = marks.standing ? marks.standing : marks.odd;
  if (item && !QRectF(canvas_->rect()).contains(canvas_->cardRect(item))) canvas_->reveal(item);
}

void GraphView::locate() {
  const OpKey op = workspace_.selection.op();
  if (op == 0) return;
  const ItemId item = cardFor(op);
  anchor_ = {item, item};  // a better placement may follow
  if (canvas_->scene().find(item) < 0 && compilation_) {
    // Not in this pass's graph: go to the first pass whose graph contains it.
    for (std::size_t i = 0; i < compilation_->passes.size(); ++i)
      if (compilation_->passes[i].after->find(op)) {
        aimAt([this, op] { canvas_->showItem(cardFor(op)); });
        return workspace_.selection.selectPass(static_cast<int>(i));
      }
  }
  const bool culprit = canvas_->lit().halts.odd == item;
  culprit ? canvas_->goTo(item) : canvas_->showItem(item);
}

void GraphView::activate(ItemId item) {
  if (grouping_->find(item)) return setOpen(item, true);
  workspace_.selection.selectOp(item);
  workspace_.selection.reveal(Facet::tensor);
}

void GraphView::find(const QString& text) {
  const bool wrong = !search_.why().isEmpty();
  search_.setText(text);
  hit_ = -1;
  if (wrong || !search_.why().isEmpty()) crumbs_->setNotice(About::search, search_.why(), true);
  constexpr std::size_t atEachKey = 5'000;  // ops; larger graphs are searched when typing pauses
  if (graph_ && graph_->ops.size() > atEachKey)
    searchSoon_.start();
  else
    updateHits();
}

void GraphView::updateHits() {
  searchSoon_.stop();
  found_ = {};
  if (graph_) found_ = findCards(canvas_->scene(), *graph_, *grouping_, search_, queryFacts());
  hitCards_.clear();
  for (std::size_t i = 0; i < found_.cards.size(); ++i)
    if (found_.cards[i] != Hit::none) hitCards_.push_back(static_cast<int>(i));
  if (hit_ >= static_cast<int>(hitCards_.size())) hit_ = -1;
  const bool hinted = std::exchange(
      hinted_, hitCards_.empty() && search_.why().isEmpty() && !search_.hint().isEmpty());
  if (hinted_ || hinted)
    crumbs_->setNotice(About::search, hinted_ ? search_.hint() : QString(), true);
  showHits();
}

void GraphView::showHits() {
  canvas_->setHits(found_.cards, found_.folded,
                   hit_ < 0 ? -1 : hitCards_[static_cast<std::size_t>(hit_)]);
  if (search_.why().isEmpty())
    findBar_->setCount(hit_ + 1, hits());
  else
    findBar_->setError(search_.why());
}

void GraphView::findNext(int direction) {
  if (searchSoon_.isActive()) updateHits();
  const int count = hits();
  if (count == 0) return;
  hit_ = hit_ < 0 ? (direction > 0 ? 0 : count - 1) : (hit_ + direction + count) % count;
  const auto at = static_cast<std::size_t>(hitCards_[static_cast<std::size_t>(hit_)]);
  const Card& card = canvas_->scene().cards[at];
  ItemId item = card.id;
  if (canvas_->lit().hits[at] == Hit::folded)
    for (const Chip& chip : card.chips)
      for (const OpKey op : chip.folds)
        if (canvas_->lit().foldedHits.count(op)) item = op;
  showHits();
  canvas_->reveal(item);
  workspace_.selection.selectOp(grouping_->find(item) ? hitWithin(item) : item);
}

// The first matching op of a closed group.
OpKey GraphView::hitWithin(ItemId group) {
  const QueryFacts facts = queryFacts();
  for (const OpRecord& op : graph_->ops)
    if (grouping_->item(op.id) == group && search_.matches(op, facts)) return op.id;
  return 0;
}

void GraphView::setColourBy(ColourBy by) {
  colourBy_ = by;
  crumbs_->setColourBy(by);
  updateHeat();
  updateStrips();
}

// While sources are edited, changes colour the cards unless another quantity was chosen. While a
// time range is selected, the time in it does, unless another quantity was chosen.
ColourBy GraphView::shownColour() const {
  if (colourBy_ == ColourBy::family && workspace_.queries.whatIf()) return ColourBy::change;
  const bool free = colourBy_ == ColourBy::family || colourBy_ == ColourBy::time;
  return free && workspace_.selection.state().range ? ColourBy::range : colourBy_;
}

void GraphView::updateHeat() {
  const TimelinePtr timeline = workspace_.profile.timeline();
  const ComparisonRecordPtr comparison = workspace_.queries.comparison();
  HeatInput input{&canvas_->scene(),
                  graph_.get(),
                  grouping_.get(),
                  compilation_.get(),
                  timeline.get(),
                  workspace_.selection.state().range,
                  [this](OpKey op) { return values_.of(op).value_or(ValueFact()).largest; },
                  comparison.get(),
                  workspace_.queries.whatIf().get()};
  Heat heat = heatOf(input, shownColour());
  canvas_->setHeat(std::move(heat.cards));
  legend_->setHeatEnds(heat.least, heat.most);
  crumbs_->setNotice(About::colour, colourNotice(heat.most.isEmpty()));
}

// Why no card is coloured, or which quantity overrides the chosen one.
QString GraphView::colourNotice(bool plain) const {
  const ColourBy by = shownColour();
  if (by == ColourBy::change) return tr("What-if: coloured by the change of each value");
  if (!plain) return {};
  if (by == ColourBy::time) return tr("No kernel times yet: run (F5) to measure them");
  if (by == ColourBy::value) return tr("No values yet: run (F5) to compute them");
  if (by == ColourBy::error && !workspace_.queries.comparison())
    return tr("Compare two transformers in Debug to colour the cards by error");
  return {};
}

void GraphView::updateStrips() {
  const DocumentRecordPtr document = workspace_.documents.document();
  std::vector<Crumb> crumbs;
  if (compilation_) crumbs.push_back({QString::fromStdString(compilation_->computation), 0});
  for (const Group* group : grouping_->around(workspace_.selection.op())) {
    const QString title = QString::fromStdString(group->title);
    if (!crumbs.empty() && crumbs.back().text == title) crumbs.pop_back();  // the role "update"
    crumbs.push_back({title, group->id});
  }
  const QString name =
      document ? documentBaseName(QString::fromStdString(document->path)) : QString();
  crumbs_->setCrumbs(name, crumbs);
  const PassRecord* at = pass();
  if (!at) {
    crumbs_->setPass(tr("as written"), tr("The graph before the first pass"));
  } else {
    QString changes = at->changed ? tr("the program only") : tr("no change");
    if (!at->added.empty() || !at->removed.empty() || !at->modified.empty())
      changes = tr("−%1 +%2").arg(at->removed.size()).arg(at->added.size());
    if (!at->modified.empty()) changes += tr(" ~%1").arg(at->modified.size());
    if (!at->enabled) changes = tr("switched off");
    const SelectionState& state = workspace_.selection.state();
    const bool compared = state.against != SelectionState::ownBefore;
    const auto rewrite = selectedRewrite(compilation_, state);
    if (rewrite && !compared) {
      const QString ops = rewriteOps(*at, *rewrite.rewrite);
      const QString rule = QString::fromStdString(rewrite.rewrite->rule);
      const QString pass = QString::fromStdString(at->name);
      crumbs_->setPass(tr("in %1/%2 %3: %4, %5")
                           .arg(state.pass + 1)
                           .arg(compilation_->passes.size())
                           .arg(pass, shortened(rule == pass ? ops : rule),
                                microsecondText(rewrite.rewrite->microseconds)),
                       rule + u'\n' + ops);
    } else if (compared) {
      crumbs_->setPass(tr("%1: %2 (C ends)").arg(QString::fromStdString(at->name), changes),
                       tr("The same op is at the same place in A and in B"));
    } else {
      crumbs_->setPass(
          tr("after %1/%2 %3: %4, %5")
              .arg(workspace_.selection.pass() + 1)
              .arg(compilation_->passes.size())
              .arg(QString::fromStdString(at->name), changes, microsecondText(at->microseconds)),
          QString::fromStdString(at->sentence));
    }
  }
  const QString axis = canvas_->axis().empty() ? QString() : workspace_.selection.state().axis;
  const GraphScene* beside = comparing() ? &other_->scene() : nullptr;
  legend_->show(canvas_->scene(), shownColour(), axis, beside);
  legend_->setZoom(canvas_->scale());
}

}  // namespace ng::views
