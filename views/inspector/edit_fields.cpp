// SPDX-License-Identifier: Apache-2.0
#include "views/inspector/edit_fields.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/op_record.h"
#include "engine/records/plan_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/source_chooser.h"

namespace ng::views {
namespace {

constexpr int labelWidth = 96;

}  // namespace

EditFields::EditFields(Workspace& workspace, OpId op, QWidget* parent)
    : QWidget(parent), workspace_(workspace), op_(op) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, metrics::grid);
  grid->setHorizontalSpacing(metrics::grid);
  grid->setVerticalSpacing(4);
  grid->setColumnMinimumWidth(0, labelWidth);
  grid->setColumnStretch(1, 1);
  for (const FieldRow& row : workspace.editor->fields(op))
    row.name == "fed" ? addSource(row) : addRow(row);
}

void EditFields::addSource(const FieldRow& field) {
  auto* grid = static_cast<QGridLayout*>(layout());
  const int at = 2 * static_cast<int>(rows_.size());
  const DocumentRecordPtr document = workspace_.documents.document();
  const OpRecord* op = document->graph->find(op_);
  auto* label = new QLabel(tr("given"));
  label->setForegroundRole(QPalette::PlaceholderText);
  auto* source =
      new SourceChooser(*workspace_.editor, op_,
                        givenTo(workspace_.plans.plan(), op ? full_name(*op) : std::string()),
                        QString::fromStdString(document->path));
  grid->addWidget(label, at, 0, Qt::AlignTop);
  grid->addWidget(source, at, 1);
  rows_.push_back({field, &source->line(), nullptr, source});
}

void EditFields::addRow(const FieldRow& field) {
  auto* grid = static_cast<QGridLayout*>(layout());
  const int at = static_cast<int>(rows_.size());
  auto* label = new QLabel(field.name);
  label->setForegroundRole(QPalette::PlaceholderText);
  auto* line = new QLineEdit(field.value);
  line->setFont(Theme::current().monoFont());
  line->setAccessibleName(field.name);
  line->setToolTip(tr("Press Enter to apply, Ctrl+Z to undo"));
  line->setCursorPosition(0);
  auto* refusal = new QLabel;
  refusal->setWordWrap(true);
  refusal->setFont(Theme::current().captionFont());
  QPalette colours = refusal->palette();
  colours.setColor(QPalette::WindowText, Theme::current().colours().error);
  refusal->setPalette(colours);
  refusal->hide();
  grid->addWidget(label, 2 * at, 0);
  grid->addWidget(line, 2 * at, 1);
  grid->addWidget(refusal, 2 * at + 1, 1);
  rows_.push_back({field, line, refusal, nullptr});
  connect(line, &QLineEdit::returnPressed, this, [this, at] { apply(at); });
}

// If the edit is accepted, the changed document rebuilds the page.
void EditFields::apply(int at) {
  const Row& row = rows_[static_cast<std::size_t>(at)];
  const QString value = row.line->text().trimmed();
  if (value == row.field.value) return;
  const EditAnswer answer = workspace_.editor->apply(QString(row.field.line).replace("%1", value));
  if (answer.good) return;
  row.refusal->setText((answer.text + u'\n' + answer.details).trimmed());
  row.refusal->show();
}

int EditFields::find(const QString& name) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].field.name == name) return static_cast<int>(i);
  return -1;
}

QString EditFields::focused() const {
  for (const Row& row : rows_)
    if (row.line->hasFocus()) return row.field.name;
  return {};
}

void EditFields::focus(const QString& name) {
  const int at = find(name);
  if (at >= 0) rows_[static_cast<std::size_t>(at)].line->setFocus(Qt::OtherFocusReason);
}

QString EditFields::refusal(const QString& name) const {
  const int at = find(name);
  if (at < 0) return {};
  const Row& row = rows_[static_cast<std::size_t>(at)];
  return row.source ? row.source->refusal() : row.refusal->text();
}

}  // namespace ng::views
