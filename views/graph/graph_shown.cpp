// SPDX-License-Identifier: Apache-2.0
#include "views/graph/graph_shown.h"

#include <algorithm>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/whole_graph.h"
#include "views/graph/editing/build_layer.h"

namespace ng::views {

void GraphShown::readPass() {
  const DocumentRecordPtr document = this->document();
  // Ops that no computation reaches are in both graphs of a comparison.
  graph = workspace.documents.difference()
              ? shownGraph(compilation, workspace.selection.pass())
              : wholeGraph(compilation, document, workspace.selection.pass());
  pass = shownPass(compilation, workspace.selection.state());
  const bool asMade = editing() && workspace.selection.pass() == asWritten;
  if ((!graph || asMade) && document) graph = document->graph;
}

std::vector<GraphRecordPtr> GraphShown::graphs() const {
  const DocumentRecordPtr document = this->document();
  return allGraphs(compilation.get(), document ? document->graph : nullptr);
}

bool GraphShown::editing() const {
  if (!build || !build->active()) return false;
  const DocumentRecordPtr document = this->document();
  return !document || document->path.empty() || !workspace.editor->undoName().isEmpty();
}

bool GraphShown::making() const {
  return editing() && !build->places().laidOut();
}

bool GraphShown::begun() const {
  const DocumentRecordPtr document = this->document();
  return document && document->graph->ops.empty() && editing() &&
         workspace.editor->undoName().isEmpty() && workspace.editor->redoName().isEmpty();
}

bool GraphShown::isSameDraft(const GraphRecord& other) const {
  if (!editing() || !graph || other.ops.empty()) return false;
  const auto same = [](const OpRecord& a, const OpRecord& b) {
    return a.id == b.id && a.name == b.name;
  };
  return std::equal(other.ops.begin(), other.ops.end(), graph->ops.begin(), graph->ops.end(), same);
}

ItemId GraphShown::cardFor(OpId op) const {
  const ItemId item = grouping->item(op);
  if (canvas.scene().find(item) >= 0) return item;
  for (const Card& card : canvas.scene().cards)
    if (card.kernel == op) return card.id;
  return item;
}

OpIds GraphShown::selectedOps() const {
  if (const Group* group = grouping->find(canvas.selected()))
    return {group->ops.begin(), group->ops.end()};
  const OpId op = workspace.selection.op();
  return op ? OpIds{op} : OpIds();
}

void GraphShown::say(const QString& text, bool warning) const {
  crumbs.setNotice(About::confirmation, text, warning);
}

}  // namespace ng::views
