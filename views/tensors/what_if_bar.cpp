// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/what_if_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "engine/analysis/compare/tensor_difference.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/tensor_record.h"
#include "engine/records/values/edit_text.h"
#include "views/core/op_names.h"
#include "views/core/op_title.h"

namespace ng::views {
namespace {

TensorRecordPtr lessBefore(const WhatIfRecord::Pair& pair) {
  auto less = std::make_shared<TensorRecord>(pair.after);
  less->value = subtracted(pair.after.value, pair.before.value);
  return less;
}

}  // namespace

WhatIfBar::WhatIfBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), text_(new QLabel) {
  const auto button = [](const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setAutoRaise(true);
    made->setFont(Theme::current().tableFont());
    made->setFixedHeight(metrics::row);
    return made;
  };
  auto* row = new QHBoxLayout;
  row->setContentsMargins(4, 0, 4, 2);
  row->setSpacing(2);
  const QString titles[] = {tr("Original"), tr("Edited"), tr("Difference")};
  const QString tips[] = {tr("Original value after this call"),
                          tr("Value after this call with the edits"),
                          tr("The edited value minus the original")};
  for (int i = 0; i < 3; ++i) {
    QToolButton* made = button(titles[i], tips[i]);
    made->setCheckable(true);
    connect(made, &QToolButton::clicked, this, [this, i] { show(static_cast<Shown>(i)); });
    buttons_[static_cast<std::size_t>(i)] = made;
    row->addWidget(made);
  }
  row->addStretch(1);
  keep_ = button(tr("Apply"), tr("Continue the run from the edited state"));
  drop_ = button(tr("Revert"), tr("Undo the edits"));
  connect(keep_, &QToolButton::clicked, this, [this] { workspace_.queries.keepEdits(); });
  connect(drop_, &QToolButton::clicked, this, [this] { workspace_.queries.setEdits({}); });
  row->addWidget(keep_);
  row->addWidget(drop_);
  text_->setFont(Theme::current().captionFont());
  text_->setContentsMargins(metrics::grid, 4, metrics::grid, 2);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setWordWrap(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(text_);
  column->addLayout(row);
  connect(&workspace_.queries, &Queries::whatIfChanged, this, &WhatIfBar::follow);
  connect(&workspace_.documents, &Documents::documentChanged, this, &WhatIfBar::follow);
  follow();
}

QString WhatIfBar::text() const {
  return text_->text();
}

QString WhatIfBar::whyNot(OpId op) const {
  const OpRecord* record = opRecord(workspace_, op);
  if (!record) return tr("This op was created by a pass: edit an input, constant or variable.");
  if (record->traits.is_storage() || record->traits.kind == OpKind::constant) return {};
  QStringList from;
  for (const OperandRecord& operand : record->operands)
    if (const OpRecord* producer = opRecord(workspace_, operand.op)) from << opTitle(*producer);
  from.removeDuplicates();
  return tr("%1 is computed%2: edit an input, constant or variable.")
      .arg(opTitle(*record), from.isEmpty() ? QString() : tr(" from ") + from.join(tr(" and ")));
}

void WhatIfBar::edit(OpId op, std::int64_t element, const Number& value) {
  std::vector<ElementEdit> edits = workspace_.queries.edits();
  std::erase_if(edits,
                [&](const ElementEdit& each) { return each.op == op && each.element == element; });
  edits.push_back({op, element, value});
  workspace_.queries.setEdits(edits);
}

TensorRecordPtr WhatIfBar::shown(const TensorRecordPtr& value) const {
  const WhatIfRecordPtr record = workspace_.queries.whatIf();
  if (!record) return value;
  for (const WhatIfRecord::Pair& pair : record->values) {
    if (pair.after.op != value->op) continue;
    if (which_ == was) return std::make_shared<TensorRecord>(pair.before);
    if (which_ == is) return std::make_shared<TensorRecord>(pair.after);
    return lessBefore(pair);
  }
  return value;
}

void WhatIfBar::show(Shown which) {
  which_ = which;
  follow();
}

void WhatIfBar::follow() {
  const std::vector<ElementEdit> edits = workspace_.queries.edits();
  const WhatIfRecordPtr record = workspace_.queries.whatIf();
  setVisible(!edits.empty());
  for (int i = 0; i < 3; ++i) buttons_[static_cast<std::size_t>(i)]->setChecked(i == which_);
  keep_->setEnabled(record != nullptr);
  QStringList words;
  for (std::size_t i = 0; record && i < record->edits.size(); ++i)
    words << QString::fromStdString(edit_text(*record, record->edits[i]));
  constexpr qsizetype mostListed = 2;
  if (words.size() > mostListed)
    words = words.mid(words.size() - mostListed) << tr("%1 more").arg(words.size() - mostListed);
  words << (record ? QString::fromStdString(record->text) : tr("computing…"));
  text_->setText(words.join(QString::fromUtf8(" · ")));
  emit changed();
}

}  // namespace ng::views
