// SPDX-License-Identifier: Apache-2.0
// Inspector page of the document, shown when nothing is selected.

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "views/core/document_name.h"
#include "views/core/op_title.h"
#include "views/inspector/block_section.h"
#include "views/inspector/family_bars.h"
#include "views/inspector/header_card.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/number_text.h"
#include "views/widgets/op_row.h"

namespace ng::views {
namespace {

QString text(const std::string& value) {
  return QString::fromStdString(value);
}

void addCompilation(SectionColumn& column, const CompilationRecord& compilation) {
  column.heading(QObject::tr("Compiled"), text(compilation.transformer));
  column.fact(QObject::tr("computation"), text(compilation.computation));
  column.fact(QObject::tr("FLOP per step"), flopText(compilation.flops));
  column.fact(QObject::tr("memory traffic"), byteText(compilation.bytes));
  column.fact(QObject::tr("peak temporaries"), byteText(compilation.peak_bytes));
  if (compilation.unshared_bytes > compilation.peak_bytes) {
    column.fact(QObject::tr("without buffer reuse"), byteText(compilation.unshared_bytes));
  }
  column.fact(QObject::tr("kernels"),
              countText(static_cast<std::int64_t>(compilation.kernels.size())));
  const QString cached = compilation.cached ? QObject::tr(" cached") : QString();
  column.fact(QObject::tr("compile time"), microsecondText(compilation.compile_ms * 1000) + cached);
}

// A run can be longer than its plan; its batches per epoch are 0 until the data are read.
QString lengthOf(const PlanRecord& plan, const RunStatus& run) {
  const int batches = run.batches;
  const QString epochs = countText(run.epochs > 0 ? run.epochs : plan.epochs, QObject::tr("epoch"));
  if (plan.batches > 0)
    return QObject::tr("%1 × %2").arg(epochs, countText(plan.batches, QObject::tr("iteration")));
  if (batches <= 0) return QObject::tr("%1 of all data").arg(epochs);
  return QObject::tr("%1 of all data (%2 batches)").arg(epochs, countText(batches));
}

void addPlan(SectionColumn& column, const PlanRecord& plan, const RunStatus& run) {
  column.heading(QObject::tr("Run plan"));
  column.fact(QObject::tr("computation"), text(plan.computation));
  if (!plan.evaluation.empty()) column.fact(QObject::tr("evaluates"), text(plan.evaluation));
  column.fact(QObject::tr("length"), lengthOf(plan, run));
  for (const PlanLengthRecord& each : plan.lengths)
    column.fact(text(each.name), QString::number(each.length));
  if (plan.data_source.empty()) return;
  column.heading(QObject::tr("Data"));
  column.paragraph(text(plan.data_source));
}

}  // namespace

void fillDocumentPage(SectionColumn& column, Workspace& workspace) {
  const DocumentRecordPtr document = workspace.documents.document();
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  if (!document) return;
  auto* header = new HeaderCard;
  const QString title = text(document->title);
  header->setTitle(title.isEmpty() ? documentName(text(document->path)) : title,
                   QObject::tr("document"));
  const auto ops = document->graph ? static_cast<std::int64_t>(document->graph->ops.size()) : 0;
  header->setTiles({{countText(ops), QObject::tr("ops")},
                    {countText(document->parameters), QObject::tr("parameters")},
                    {compilation ? byteText(compilation->peak_bytes) : QStringLiteral("–"),
                     QObject::tr("peak")}});
  column.add(header);
  if (!document->description.empty()) column.paragraph(text(document->description), true);
  const GraphRecordPtr shown = shownGraph(compilation, workspace.selection.pass());
  if (const GraphRecordPtr graph = shown ? shown : document->graph) {
    column.heading(compilation
                       ? QObject::tr("Ops of %1 by family").arg(text(compilation->computation))
                       : QObject::tr("Ops by family"),
                   countText(static_cast<std::int64_t>(graph->ops.size())));
    column.addIndented(new FamilyBars(countFamilies(*graph)));
  }
  if (document->graph) column.add(new BlockSection(workspace, document->graph));
  if (compilation) addCompilation(column, *compilation);
  if (document->plan) {
    const bool runs =
        document->plan->computation == workspace.compilations.computation().toStdString();
    addPlan(column, *document->plan, runs ? workspace.run.status() : RunStatus());
  }
  column.heading(QObject::tr("Variables"),
                 countText(document->parameters, QObject::tr("parameter")));
  addOpRows(column, workspace, document->variables);
  column.heading(QObject::tr("Inputs"));
  addOpRows(column, workspace, document->placeholders);
  if (!document->made_by.empty()) column.heading(QObject::tr("Made by"));
  if (!document->made_by.empty()) column.paragraph(text(document->made_by));
}

void addOpRows(SectionColumn& column, Workspace& workspace, const std::vector<OpId>& ops,
               int most) {
  const Records records(workspace);
  std::vector<const OpRecord*> found;
  for (const OpId op : ops)
    if (const OpRecord* record = findOp(records.source, op, workspace.selection.pass()))
      found.push_back(record);
  const QStringList titles = distinctTitles(found);
  const int shown = static_cast<int>(found.size());
  for (int i = 0; i < std::min(shown, most); ++i) {
    const OpRecord& record = *found[static_cast<std::size_t>(i)];
    LinkRow* row = opRow(record, titles, i);
    QObject::connect(row, &LinkRow::followed, &column,
                     [&workspace, op = record.id] { goToOp(workspace, op); });
    column.add(row);
  }
  if (shown > most) column.paragraph(QObject::tr("and %1 more").arg(countText(shown - most)), true);
  if (shown == 0) column.paragraph(QObject::tr("none"), true);
}

}  // namespace ng::views
