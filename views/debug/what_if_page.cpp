// SPDX-License-Identifier: Apache-2.0
#include "views/debug/what_if_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "engine/base/error.h"
#include "engine/records/op_record.h"
#include "engine/records/values/edit_text.h"
#include "engine/records/values/read_edit.h"
#include "engine/tables/comparison_table.h"
#include "views/core/op_names.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {

WhatIfPage::WhatIfPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      rows_(new RecordTable<OpDifference>(
          comparison_columns(), {"op", "max_abs", "place", "before", "after", "relative"}, this)),
      table_(new TableView(rows_)),
      line_(new QLineEdit),
      words_(new QLabel),
      keep_(new QPushButton(tr("Apply"))),
      drop_(new QPushButton(tr("Revert"))) {
  const int widths[] = {180, 96, 120, 104, 104, 96};
  for (int i = 0; i < 6; ++i) table_->setColumnWidth(i, widths[i]);
  line_->setPlaceholderText(tr("X[0, 1] = 3, alpha = 0"));
  line_->setToolTip(
      tr("An element of an input, constant or variable, by indices or axis names: "
         "X[C 0, N 1] = 3. Without brackets: every element"));
  line_->setMaximumWidth(280);
  keep_->setToolTip(tr("Continue the run from the edited state"));
  drop_->setToolTip(tr("Undo the edits"));
  words_->setWordWrap(true);
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setContentsMargins(metrics::grid, 0, metrics::grid, 6);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  head->setSpacing(metrics::grid);
  head->addWidget(new QLabel(tr("What if")));
  head->addWidget(line_, 1);
  head->addWidget(keep_);
  head->addWidget(drop_);
  head->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(words_);
  column->addWidget(table_, 1);
  connect(line_, &QLineEdit::returnPressed, this, [this] {
    if (add(line_->text())) line_->clear();
  });
  connect(keep_, &QPushButton::clicked, this, [this] { workspace_.queries.keepEdits(); });
  connect(drop_, &QPushButton::clicked, this, [this] { workspace_.queries.setEdits({}); });
  connect(table_, &TableView::rowSelected, this,
          [this](int at) { workspace_.selection.selectOp(rows_->row(at)->op); });
  connect(table_, &TableView::rowActivated, this,
          [this] { workspace_.selection.reveal(Facet::tensor); });
  for (auto signal : {&Queries::whatIfChanged, &Queries::queryChanged})
    connect(&workspace_.queries, signal, this, &WhatIfPage::follow);
  connect(&workspace_.documents, &Documents::documentChanged, this, &WhatIfPage::follow);
  follow();
}

QString WhatIfPage::words() const {
  return words_->text();
}

void WhatIfPage::focusLine() {
  line_->setFocus();
}

bool WhatIfPage::add(const QString& text) {
  try {
    const ElementEdit edit = read_edit(text.toStdString(), [this](const std::string& name) {
      return valueNamed(workspace_, name);
    });
    std::vector<ElementEdit> edits = workspace_.queries.edits();
    std::erase_if(edits, [&](const ElementEdit& each) {
      return each.op == edit.op && each.element == edit.element;
    });
    edits.push_back(edit);
    workspace_.queries.setEdits(edits);
    return true;
  } catch (const Error& error) {
    words_->setText(QString::fromStdString(to_string(error.diagnostic())));
    return false;
  }
}

void WhatIfPage::follow() {
  const bool computing = !workspace_.queries.edits().empty() && workspace_.queries.querying();
  if (computing && job_ == 0)
    job_ = workspace_.jobs.begin(tr("what if"), [this] {
      job_ = 0;
      workspace_.queries.cancelQuery();
    });
  if (!computing) workspace_.jobs.finish(std::exchange(job_, 0));
  record_ = workspace_.queries.whatIf();
  std::vector<OpDifference> rows = record_ ? changed_rows(*record_) : std::vector<OpDifference>();
  for (OpDifference& each : rows) each.name = nameOf(workspace_, each.op).toStdString();
  rows_->set(std::move(rows));
  keep_->setEnabled(record_ != nullptr);
  drop_->setEnabled(!workspace_.queries.edits().empty());
  QStringList words;
  for (std::size_t i = 0; record_ && i < record_->edits.size(); ++i)
    words << QString::fromStdString(edit_text(*record_, record_->edits[i]));
  if (record_)
    words << QString::fromStdString(record_->text);
  else if (computing)
    words << tr("Computing… (Shift+F5 stops it)");
  else
    words << tr(
        "The shown iteration is recomputed separately; the run is not changed. Double-click a "
        "number in Tensors to edit it.");
  words_->setText(words.join(QString::fromUtf8(" · ")));
}

}  // namespace ng::views
