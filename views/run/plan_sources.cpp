// SPDX-License-Identifier: Apache-2.0
#include "views/run/plan_sources.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "engine/base/exact_text.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "views/core/theme/theme.h"
#include "views/run/given_row.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/section.h"
#include "views/widgets/source_chooser.h"

namespace ng::views {
namespace {

constexpr int leastField = 88, mostField = 160;  // widths, in pixels

QString text(const std::string& s) {
  return QString::fromStdString(s);
}

}  // namespace

PlanSources::PlanSources(Workspace& workspace, QObject* parent)
    : QObject(parent), workspace_(workspace) {
  if (workspace.editor) connect(workspace.editor, &Editor::sourceWanted, this, &PlanSources::ask);
}

void PlanSources::ask(OpId placeholder) {
  typed_ = {};
  asked_ = placeholder == asked_ ? 0 : placeholder;
  typed_.focus = asked_ != 0;
  emit changed();
}

void PlanSources::keepTyped() {
  if (!chooser_) return;
  typed_ = {chooser_->kinds().currentIndex(), chooser_->line().text(), chooser_->line().hasFocus()};
}

void PlanSources::addTo(SectionColumn& column, const PlanRecord& plan) {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document) return;
  // The computation of the plan, or the session's if the plan cannot run.
  const bool runs = !plan.fault && !plan.computation.empty();
  const std::string name =
      runs ? plan.computation : workspace_.compilations.computation().toStdString();
  bool headed = false;
  for (const ComputationRecord& computation : document->computations) {
    if (computation.name != name) continue;
    for (const OpId parameter : computation.parameters) {
      const OpRecord* op = document->graph->find(parameter);
      if (!op) continue;
      if (!std::exchange(headed, true)) column.heading(tr("Inputs"));
      addGiven(column, *op, plan);
    }
  }
  addNumbers(column, plan);
}

void PlanSources::addGiven(SectionColumn& column, const OpRecord& op, const PlanRecord& plan) {
  const PlanGivenRecord given = givenTo(plan, full_name(op));
  auto* row = new GivenRow(op, given);
  row->button().setVisible(workspace_.editor != nullptr);
  connect(&row->button(), &QToolButton::clicked, this, [this, id = op.id] {
    // Queued, because the signal's button is deleted with its row.
    QMetaObject::invokeMethod(this, [this, id] { ask(id); }, Qt::QueuedConnection);
  });
  column.addIndented(row);
  if (!workspace_.editor || asked_ != op.id) return;
  chooser_ = new SourceChooser(*workspace_.editor, op.id, given,
                               text(workspace_.documents.document()->path));
  if (typed_.kind) {
    chooser_->kinds().setCurrentIndex(*typed_.kind);
    chooser_->line().setText(typed_.text);
  }
  connect(chooser_, &SourceChooser::given, this, [this] { asked_ = 0; });
  column.addIndented(chooser_);
  if (typed_.focus)
    QMetaObject::invokeMethod(
        chooser_,
        [chooser = chooser_.data(), &column] {
          chooser->line().setFocus(Qt::OtherFocusReason);
          column.ensureWidgetVisible(chooser);
        },
        Qt::QueuedConnection);
  typed_ = {};
}

void PlanSources::addNumbers(SectionColumn& column, const PlanRecord& plan) {
  if (plan.scalars.empty() || !workspace_.editor) return;
  column.heading(tr("Scalars"));
  const GraphRecord& graph = *workspace_.documents.document()->graph;
  for (const PlanScalarRecord& number : plan.scalars) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 2, 0, 2);
    line->setSpacing(metrics::grid);
    auto* name = new ElidedLabel;
    name->setFont(Theme::current().tableFont());
    name->setText(text(number.name).section(u'/', -1));
    name->setToolTip(text(number.name));
    const OpRecord* op = graph.find(number.op);
    const QString digits = text(exact_text(
        number.value, op && !op->results.empty() ? op->results.front().dtype : DType::f64));
    auto* field = new QLineEdit(digits);
    field->setObjectName("number " + text(number.name));
    field->setFont(Theme::current().monoFont());
    field->setAlignment(Qt::AlignRight);
    const int needed = field->fontMetrics().horizontalAdvance(digits) + 2 * metrics::grid;
    field->setFixedWidth(std::clamp(needed, leastField, mostField));
    field->setCursorPosition(0);
    field->setAccessibleName(text(number.name));
    field->setToolTip(tr("Press Enter to change the document, Ctrl+Z to undo"));
    connect(field, &QLineEdit::returnPressed, this,
            [this, number, field, digits] { enter(number, digits, *field); });
    line->addWidget(name, 1);
    line->addWidget(field);
    column.addIndented(row);
  }
}

void PlanSources::enter(const PlanScalarRecord& number, const QString& shown, QLineEdit& field) {
  const QString words = field.text().trimmed();
  if (words == shown) return emit refused({});
  const EditAnswer answer =
      workspace_.editor->apply(QString("set(#%1, value=%2)").arg(number.op).arg(words));
  // setText() clears the undo stack of the field: Ctrl+Z undoes the edit.
  if (answer.good) field.setText(words);
  emit refused(answer.good ? QString() : (answer.text + u'\n' + answer.details).trimmed());
}

}  // namespace ng::views
