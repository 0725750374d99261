// SPDX-License-Identifier: Apache-2.0
// Palette entries of session records and actions.
#include "app/window/palette/palette_entries.h"

#include <QSet>

#include "engine/analysis/axis_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/shown_kind.h"
#include "views/core/theme/literal_text.h"
#include "views/widgets/number_text.h"

namespace ng::views {

namespace {

using Kind = PaletteEntry::Kind;
const QString dot = QString::fromUtf8(" · ");

QString axesText(const OpRecord& op) {
  QStringList parts;
  if (op.results.empty()) return {};
  for (const AxisRecord& axis : op.results[0].axes)
    parts << QString("%1 %2")
                 .arg(QString::fromStdString(shown_axis_name(axis.name)))
                 .arg(QString::fromStdString(length_text(axis)));
  return parts.join(dot);
}

PaletteEntry opEntry(const OpRecord& op, Kind kind) {
  PaletteEntry entry;
  entry.kind = kind;
  entry.op = op.id;
  entry.title = QString::fromStdString(op.name);
  entry.scope = QString::fromStdString(op.scope);
  QStringList parts{QString::fromStdString(shown_kind(op))};
  if (!entry.scope.isEmpty()) parts << entry.scope;
  if (const QString axes = axesText(op); !axes.isEmpty()) parts << axes;
  if (!op.kernel_name.empty()) parts << QString::fromStdString(op.kernel_name);
  entry.detail = parts.join(dot);
  return entry;
}

void addRecord(std::vector<PaletteEntry>& all, const CompilationRecord& record) {
  for (std::size_t i = 0; i < record.passes.size(); ++i) {
    const PassRecord& pass = record.passes[i];
    PaletteEntry entry{Kind::pass,
                       QString::fromStdString(pass.name),
                       QString::fromStdString(pass.sentence),
                       0,
                       static_cast<int>(i),
                       {}};
    all.push_back(std::move(entry));
  }
  for (const KernelRecord& kernel : record.kernels) {
    const auto ops = static_cast<std::int64_t>(kernel.ops.size());
    all.push_back({Kind::kernel,
                   QString::fromStdString(kernel.name),
                   QString::fromUtf8(name(kernel.kind)) + dot + countText(ops, "op"),
                   0,
                   -1,
                   {}});
  }
  for (const BufferRecord& buffer : record.buffers)
    all.push_back({Kind::buffer,
                   QString::fromStdString(buffer.name),
                   QString::fromUtf8(name(buffer.kind)) + dot + byteText(buffer.bytes),
                   0,
                   -1,
                   {}});
}

}  // namespace

std::vector<PaletteEntry> placeEntries(const Session& session) {
  std::vector<PaletteEntry> all;
  const DocumentRecordPtr document = session.documents.document();
  const CompilationRecordPtr compilation = session.compilations.compilation();
  if (!document) return all;
  const GraphRecordPtr graph = compilation ? compilation->final_graph() : document->graph;
  const GraphRecordPtr written = compilation ? compilation->as_written() : document->graph;
  QSet<OpId> seen;
  for (const GraphRecordPtr& each : {written, graph}) {
    if (!each) continue;
    for (const OpRecord& op : each->ops) {
      if (seen.contains(op.id)) continue;
      seen.insert(op.id);
      all.push_back(opEntry(op, Kind::op));
    }
  }
  if (compilation) addRecord(all, *compilation);
  QSet<OpId> tensors(document->variables.begin(), document->variables.end());
  for (const OpId op : session.values.watched()) tensors.insert(op);
  for (const OpId op : tensors) {
    const OpRecord* record = written ? written->find(op) : nullptr;
    if (record == nullptr && graph) record = graph->find(op);
    if (record != nullptr) all.push_back(opEntry(*record, Kind::tensor));
  }
  if (const TimelinePtr timeline = session.profile.timeline()) addEvents(all, *timeline);
  return all;
}

std::vector<PaletteEntry> commandEntries(const QList<QAction*>& actions,
                                         const std::function<QString(const QAction&)>& why) {
  std::vector<PaletteEntry> all;
  QSet<QString> seen;
  for (const bool enabled : {true, false})
    for (QAction* action : actions) {
      const QString text = paintedText(action->text());
      if (text.isEmpty() || action->isSeparator() || action->isEnabled() != enabled ||
          seen.contains(text))
        continue;
      seen.insert(text);
      PaletteEntry entry{
          Kind::command, text, action->shortcut().toString(QKeySequence::NativeText), 0, -1,
          action};
      entry.off = !enabled;
      if (entry.off) entry.detail = why ? why(*action) : QString();
      if (entry.off && entry.detail.isEmpty()) entry.detail = QObject::tr("not possible now");
      all.push_back(std::move(entry));
    }
  return all;
}

void activate(const PaletteEntry& entry, Selection& selection) {
  switch (entry.kind) {
    case Kind::command:
      if (entry.action) entry.action->trigger();
      return;
    case Kind::file:
    case Kind::setting: return entry.run();
    case Kind::op: selection.selectOp(entry.op); return selection.reveal(Facet::op);
    case Kind::pass: selection.selectPass(entry.pass); return selection.reveal(Facet::pass);
    case Kind::kernel: selection.selectKernel(entry.title); return selection.reveal(Facet::kernel);
    case Kind::buffer: selection.selectBuffer(entry.title); return selection.reveal(Facet::buffer);
    case Kind::tensor: selection.selectTensor(entry.op); return selection.reveal(Facet::tensor);
    case Kind::event: selection.selectRange(entry.range); return selection.reveal(Facet::range);
  }
}

QString kindText(Kind kind) {
  constexpr const char* names[] = {"op",    "pass", "kernel",  "buffer", "tensor",
                                   "event", "file", "setting", "command"};
  return names[static_cast<int>(kind)];
}

QString kindIcon(Kind kind) {
  constexpr const char* icons[] = {"graph",    "passes", "kernels",  "buffers", "tensors",
                                   "timeline", "file",   "settings", "command"};
  return icons[static_cast<int>(kind)];
}

}  // namespace ng::views
