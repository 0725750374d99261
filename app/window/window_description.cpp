// SPDX-License-Identifier: Apache-2.0
// JSON of the window's views.
#include "app/window/window_description.h"

#include <set>

#include "app/window/status_line.h"
#include "engine/formats/overlays/overlay.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/describable.h"
#include "views/core/op_names.h"
#include "views/view_table.h"

namespace ng::views {
namespace {

QString text(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QJsonObject selected(const Session& session, const SelectionState& state) {
  QJsonObject out;
  const CompilationRecordPtr compilation = session.compilations.compilation();
  if (state.op) {
    const QString name = uniqueNameOf(session, state.op);
    out["op"] = name.isEmpty() ? QString::number(state.op) : name;
  }
  if (!state.axis.isEmpty()) out["axis"] = state.axis;
  if (!state.kernel.isEmpty()) out["kernel"] = state.kernel;
  if (!state.buffer.isEmpty()) out["buffer"] = state.buffer;
  if (compilation && state.pass != asWritten &&
      state.pass < static_cast<int>(compilation->passes.size()))
    out["pass"] = text(compilation->passes[static_cast<std::size_t>(state.pass)].name);
  if (state.range) out["range ms"] = QJsonArray{state.range->from * 1e3, state.range->to * 1e3};
  return out;
}

QJsonObject describe(const Overlay& overlay, const OverlayMatch& match) {
  QJsonArray unmatched;
  for (const std::string& name : match.unmatched) unmatched.append(text(name));
  QJsonObject values;
  const std::set<std::string> missing(match.unmatched.begin(), match.unmatched.end());
  for (const OverlayRow& row : overlay.rows)
    if (!missing.contains(row.op)) values[text(row.op)] = row.value;
  return {{"file", text(overlay.path)},
          {"title", text(overlay.title)},
          {"values", values},
          {"unmatched", unmatched}};
}

QJsonObject describeView(const QString& id, const QString& title, QWidget& widget) {
  return {{"view", id},
          {"title", title},
          {"size", QJsonArray{widget.width(), widget.height()}},
          {"parts", describeParts(widget)}};
}

}  // namespace

QJsonObject describeWindow(MainWindow& window, const QString& view) {
  QJsonObject out;
  if (const DocumentRecordPtr document = window.workspace().documents.document()) {
    out["document"] = text(document->title);
    out["computation"] = window.workspace().compilations.computation();
    out["transformer"] = window.workspace().compilations.transformer();
    if (const QString ranks = window.workspace().compilations.ranks(); !ranks.isEmpty())
      out["parallel"] = ranks;
    out["run"] =
        QJsonObject{{"state", text(name(window.workspace().run.status().state))},
                    {"iteration", static_cast<double>(window.workspace().run.status().iteration)}};
    if (const OverlayPtr& overlay = window.workspace().overlays->shown())
      out["overlay"] = describe(*overlay, window.workspace().overlays->match(document->graph));
    out["selection"] = selected(window.workspace(), window.workspace().selection.state());
  }
  QJsonArray views;
  if (window.atStart()) views.append(describeView("start", "Start", window.startPage()));
  for (const View& row : viewTable()) {
    QWidget* widget = window.docks().view(row.id);
    const bool asked =
        view.isEmpty() ? widget && !widget->visibleRegion().isEmpty() : view == row.id;
    if (widget && asked) views.append(describeView(row.id, row.title, *widget));
  }
  out["views"] = views;
  if (view.isEmpty()) out["status"] = describeParts(window.statusLine());
  return out;
}

}  // namespace ng::views
