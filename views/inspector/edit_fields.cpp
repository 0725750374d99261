// SPDX-License-Identifier: Apache-2.0
#include "views/inspector/edit_fields.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

#include "views/core/theme.h"

namespace ng::views {
namespace {

constexpr int labelWidth = 96;

}  // namespace

EditFields::EditFields(Editor& editor, OpKey op, QWidget* parent)
    : QWidget(parent), editor_(editor) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, metrics::grid);
  grid->setHorizontalSpacing(metrics::grid);
  grid->setVerticalSpacing(4);
  grid->setColumnMinimumWidth(0, labelWidth);
  grid->setColumnStretch(1, 1);
  for (const FieldRow& row : editor.fields(op)) addRow(row);
}

void EditFields::addRow(const FieldRow& field) {
  auto* grid = static_cast<QGridLayout*>(layout());
  const int at = static_cast<int>(rows_.size());
  auto* label = new QLabel(field.name);
  label->setForegroundRole(QPalette::PlaceholderText);
  auto* line = new QLineEdit(field.value);
  line->setFont(Theme::current().monoFont());
  line->setAccessibleName(field.name);
  line->setToolTip(tr("Enter changes it; Ctrl+Z takes it back"));
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
  rows_.push_back({field, line, refusal});
  connect(line, &QLineEdit::returnPressed, this, [this, at] { apply(at); });
}

// When it is taken, the page is built anew with the document.
void EditFields::apply(int at) {
  const Row& row = rows_[static_cast<std::size_t>(at)];
  const QString value = row.line->text().trimmed();
  if (value == row.field.value) return;
  const EditAnswer answer = editor_.apply(QString(row.field.line).replace("%1", value));
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
  return at < 0 ? QString() : rows_[static_cast<std::size_t>(at)].refusal->text();
}

}  // namespace ng::views
