// SPDX-License-Identifier: Apache-2.0
#include "app/window/document_memory.h"

#include <QFileInfo>
#include <QWidget>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "views/view_table.h"

namespace ng::views {
namespace {

constexpr int notedEvery = 2000;  // ms

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

// Ops of the document only: a document opens with its input graph, without those of the passes.
OpId keyOf(const Session& session, const std::string& name) {
  const DocumentRecordPtr document = session.documents.document();
  const std::vector<const OpRecord*> ops =
      document ? ops_named(*document->graph, name) : std::vector<const OpRecord*>();
  return ops.size() == 1 ? ops.front()->id : 0;
}

std::string nameOf(const Session& session, OpId key) {
  if (const DocumentRecordPtr document = session.documents.document())
    if (const OpRecord* op = document->graph->find(key)) return full_name(*op);
  return {};
}

}  // namespace

DocumentMemory::DocumentMemory(Workspace& workspace, Docks& docks, Settings& settings)
    : workspace_(workspace), docks_(docks), settings_(settings) {
  connect(&workspace_.documents, &Documents::documentChanged, this,
          &DocumentMemory::documentChanged);
  // Queued: runs after the views have received the compilation.
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &DocumentMemory::compiled, Qt::QueuedConnection);
  connect(&clock_, &QTimer::timeout, this, &DocumentMemory::note);
  clock_.start(notedEvery);
}

QJsonObject DocumentMemory::present() const {
  const SelectionState& selected = workspace_.selection.state();
  QJsonObject state{{"computation", workspace_.compilations.computation()}};
  if (selected.op) state["op"] = text(nameOf(workspace_, selected.op));
  if (!selected.axis.isEmpty()) state["axis"] = selected.axis;
  if (!selected.kernel.isEmpty()) state["kernel"] = selected.kernel;
  if (!selected.buffer.isEmpty()) state["buffer"] = selected.buffer;
  QJsonObject views;
  for (const View& row : viewTable())
    if (const QJsonObject kept = docks_.view(row.id)->savedState(); !kept.isEmpty())
      views[row.id] = kept;
  state["views"] = views;
  return state;
}

void DocumentMemory::note() {
  if (!restored_ || path_.isEmpty()) return;
  const QJsonObject now = present();
  if (now == noted_) return;
  noted_ = now;
  settings_.setDocumentState(path_, now);
}

void DocumentMemory::documentChanged() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const QString path = document ? QFileInfo(text(document->path)).absoluteFilePath() : QString();
  if (path == path_) return;
  path_ = document && !document->path.empty() ? path : QString();
  restored_ = asked_ = false;
  noted_ = {};
}

void DocumentMemory::compiled() {
  if (restored_ || path_.isEmpty() || !workspace_.compilations.compilation()) return;
  const QJsonObject state = settings_.documentState(path_);
  const QString computation = state["computation"].toString();
  const bool other = computation != workspace_.compilations.computation() &&
                     workspace_.compilations.computations().contains(computation);
  if (other && !asked_) {
    asked_ = true;
    return workspace_.compilations.setComputation(computation);  // compiles, which calls this again
  }
  restored_ = true;
  noted_ = state;
  // A selection made meanwhile, or requested on the command line, takes precedence.
  const SelectionState fresh;
  const SelectionState& now = workspace_.selection.state();
  if (!state.isEmpty() && now.op == fresh.op && now.pass == fresh.pass && now.kernel.isEmpty())
    restore(state);
}

void DocumentMemory::restore(const QJsonObject& state) {
  Selection& selection = workspace_.selection;
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  if (const QString op = state["op"].toString(); !op.isEmpty())
    if (const OpId key = keyOf(workspace_, op.toStdString())) selection.selectOp(key);
  if (const QString axis = state["axis"].toString(); !axis.isEmpty()) selection.selectAxis(axis);
  if (const QString kernel = state["kernel"].toString(); compilation->kernel(kernel.toStdString()))
    selection.selectKernel(kernel);
  if (const QString buffer = state["buffer"].toString(); !buffer.isEmpty())
    selection.selectBuffer(buffer);
  const QJsonObject views = state["views"].toObject();
  for (const View& row : viewTable())
    if (views.contains(row.id)) docks_.view(row.id)->restoreState(views[row.id].toObject());
}

}  // namespace ng::views
