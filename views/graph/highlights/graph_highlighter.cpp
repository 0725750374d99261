// SPDX-License-Identifier: Apache-2.0
#include "views/graph/highlights/graph_highlighter.h"

#include <algorithm>
#include <set>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/kernel_record.h"
#include "engine/records/op_trace.h"
#include "engine/records/pass_record.h"
#include "views/core/moment_text.h"
#include "views/core/selected_rewrite.h"
#include "views/graph/scene/axis_lit.h"

namespace ng::views {

GraphHighlighter::GraphHighlighter(GraphShown& shown, const GraphSubset& subset)
    : shown_(shown), subset_(subset) {}

// The op that is a group's value: the last of its ops that is read outside the group; 0 if none is.
OpId GraphHighlighter::valueOf(const Group& group) const {
  if (!shown_.graph) return 0;
  const std::set<OpId> inside(group.ops.begin(), group.ops.end());
  std::set<OpId> read;
  for (const OpRecord& op : shown_.graph->ops)
    for (const OperandRecord& operand : op.operands)
      if (!inside.count(op.id) && shown_.grouping->band(op.id) == Band::forward)
        read.insert(operand.op);
  const auto last =
      std::find_if(shown_.graph->ops.rbegin(), shown_.graph->ops.rend(), [&](const OpRecord& op) {
        return inside.count(op.id) && read.count(op.id) && !op.operands.empty();
      });
  return last == shown_.graph->ops.rend() ? 0 : last->id;
}

void GraphHighlighter::selectItem(ItemId item) {
  const Group* group = shown_.grouping->find(item);
  if (!group) return shown_.workspace.selection.selectOp(item);
  shown_.workspace.selection.selectGroup({QString::fromStdString(group->title), group->ops},
                                         valueOf(*group));
}

void GraphHighlighter::selectHull(OpId kernel) {
  for (const Hull& hull : shown_.canvas.scene().hulls)
    if (hull.kernel == kernel) shown_.workspace.selection.selectKernel(hull.name);
}

// A kernel is selected by name or as an op. Before fusion it has no hull; its ops are highlighted
// instead.
void GraphHighlighter::followKernel() {
  const QString name = shown_.workspace.selection.state().kernel;
  OpId hull = 0;
  for (const Hull& each : shown_.canvas.scene().hulls)
    if (name.isEmpty() ? each.kernel == shown_.workspace.selection.op() : each.name == name)
      hull = each.kernel;
  shown_.canvas.setKernel(hull);
  kernelOps_.clear();
  const KernelRecord* kernel = shown_.compilation && shown_.graph && !hull
                                   ? shown_.compilation->kernel(name.toStdString())
                                   : nullptr;
  const GraphRecordPtr last = kernel ? shown_.compilation->final_graph() : nullptr;
  for (const OpId inside : last ? kernel->ops : std::vector<OpId>()) {
    if (shown_.graph->find(inside)) kernelOps_.insert(inside);
    if (const OpRecord* op = last->find(inside))
      for (const OpId origin : op->origins)
        if (shown_.graph->find(origin)) kernelOps_.insert(origin);
  }
  if (last)
    for (const OpId op : computed_by(*shown_.compilation, *shown_.graph, kernel->ops))
      kernelOps_.insert(op);
  followTrace();
}

void GraphHighlighter::followAxis() {
  const std::string axis = shown_.workspace.selection.state().axis.toStdString();
  shown_.canvas.setAxis(shown_.graph
                            ? axisLit(shown_.canvas.scene(), *shown_.graph, *shown_.grouping, axis)
                            : AxisLit());
}

void GraphHighlighter::followTrace() {
  std::vector<char> cards;
  OpIds rewritten;
  if (const auto at = selectedRewrite(shown_.compilation, shown_.workspace.selection.state()))
    for (const auto* ops : {&at.rewrite->removed, &at.rewrite->added})
      rewritten.insert(ops->begin(), ops->end());
  const OpIds& meant = rewritten.empty() ? kernelOps_ : rewritten;
  if (const OpIds& lit = subset_.traced().empty() ? meant : subset_.traced(); !lit.empty()) {
    cards.resize(shown_.canvas.scene().cards.size());
    for (const OpId op : lit)
      if (const int card = shown_.canvas.scene().find(shown_.grouping->item(op)); card >= 0)
        cards[static_cast<std::size_t>(card)] = 1;
  }
  shown_.canvas.setTraced(std::move(cards));
  subset_.showNotice();
}

void GraphHighlighter::followStops() {
  const Session& session = shown_.workspace;
  shown_.crumbs.setMoment(
      session.run.status().looksBack
          ? tr("values from %1")
                .arg(momentText(session.run.status(), session.run.status().iteration))
          : QString());
  StopMarks marks;
  const auto standsFor = [this](OpId op) {  // the card, also for folded ops
    const ItemId item = shown_.grouping->item(op);
    const int card = shown_.canvas.scene().find(item);
    return card < 0 ? item : shown_.canvas.scene().cards[static_cast<std::size_t>(card)].id;
  };
  for (const BreakpointRecord& each : shown_.workspace.faults.breakpoints())
    marks.breakpoints.insert(standsFor(each.op));
  if (const auto stop = shown_.workspace.faults.stopped()) {
    const ItemId item = standsFor(stop->op);
    const bool nonFinite = stop->reason == StopReason::non_finite;
    (nonFinite ? marks.nonFinite : marks.standing) = item;
    const bool nan = !stop->values.empty() && stop->values.front().nans > 0;
    marks.nonFiniteText = nan ? tr("NaN") : tr("Inf");
  }
  shown_.canvas.setStops(std::move(marks));
}

bool GraphHighlighter::isStop(OpId op) const {
  const auto stop = shown_.workspace.faults.stopped();
  return stop && stop->op == op;
}

QString GraphHighlighter::fadingText() const {
  const QString outside =
      tr("faded: outside kernel %1 (Esc ends)").arg(shown_.workspace.selection.state().kernel);
  switch (fadingOf(shown_.canvas.scene(), shown_.canvas.lit())) {
    case Fading::path:
      return !subset_.traced().empty() ? tr("faded: not on the path (Esc ends)")
             : kernelOps_.empty()      ? tr("faded: not in the rewrite (Esc ends)")
                                       : outside;
    case Fading::axis: return tr("faded: without the axis");
    case Fading::kernel: return outside;
    case Fading::pass:
      return shown_.workspace.documents.difference() && shown_.workspace.selection.pass() == 0
                 ? tr("faded: equal in both documents")
                 : tr("faded: not changed by the pass");
    case Fading::none: return {};
  }
  return {};
}

void GraphHighlighter::revealStop() {
  const StopMarks& marks = shown_.canvas.lit().stops;
  const ItemId item = marks.standing ? marks.standing : marks.nonFinite;
  if (item && !QRectF(shown_.canvas.rect()).contains(shown_.canvas.cardRect(item)))
    shown_.canvas.reveal(item);
}

}  // namespace ng::views
