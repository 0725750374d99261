// SPDX-License-Identifier: Apache-2.0
#include "views/debug/health_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "views/core/op_names.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {

HealthPage::HealthPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      rows_(new RecordTable<OpHealth>(health_columns(),
                                      {"op", "min", "max", "mean", "nans", "infs",
                                       "first_non_finite", "least", "greatest", "elements", "seen"},
                                      this)),
      table_(new TableView(rows_)),
      on_(new QCheckBox(tr("Watch for NaN, Inf, ranges"))),
      facts_(new QLabel),
      empty_(new EmptyState(QStringLiteral("debug"), {})) {
  table_->setColumnWidth(0, 160);
  for (int i = 1; i < 11; ++i) table_->setColumnWidth(i, i == 4 || i == 5 ? 56 : i == 6 ? 148 : 92);
  on_->setToolTip(
      tr("Summarizes the output of each kernel in as many iterations as fit in %1 of the "
         "run time")
          .arg("4 %"));
  facts_->setForegroundRole(QPalette::PlaceholderText);
  auto* head = new QWidget;
  auto* line = new QHBoxLayout(head);
  line->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  line->setSpacing(2 * metrics::grid);
  line->addWidget(on_);
  line->addWidget(facts_, 1);
  QLineEdit* filter = table_->makeFilterField(head);
  filter->setMinimumWidth(48);
  filter->setMaximumWidth(140);
  line->addWidget(filter);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(head);
  column->addWidget(table_, 1);
  column->addWidget(empty_, 1);
  connect(on_, &QCheckBox::clicked, &workspace_.faults, &Faults::watchHealth);
  connect(table_, &TableView::rowSelected, this,
          [this](int r) { workspace_.selection.selectOp(rows_->row(r)->health.newest.op); });
  connect(table_, &TableView::rowActivated, this,
          [this] { workspace_.selection.reveal(Facet::op); });
  connect(&workspace_.faults, &Faults::healthChanged, this, &HealthPage::follow);
  connect(&workspace_.documents, &Documents::documentChanged, this, &HealthPage::follow);
  follow();
}

QString HealthPage::facts() const {
  return facts_->text();
}

void HealthPage::follow() {
  const HealthLogPtr log = workspace_.faults.health();
  on_->setChecked(workspace_.faults.watchesHealth());
  if (!log || log->rows().empty()) {
    facts_->clear();
    empty_->setSentence(
        on_->isChecked()
            ? tr("Press F5: the table fills while it runs.")
            : tr("Min, max, mean, NaN and infinities of all kernel outputs. Tick the box "
                 "above; it takes about 4 % of the run time."));
    rows_->set({});
    table_->hide();
    empty_->show();
    return;
  }
  empty_->hide();
  table_->show();
  const double part = log->seconds_run() > 0 ? log->seconds_spent() / log->seconds_run() : 0;
  facts_->setText(
      QString::fromUtf8("%1 kept · %2 of run time")
          .arg(tr("%1 summaries").arg(countText(std::ssize(log->kept()))), percentText(part)));
  rows_->set(health_rows(*log, [this](OpId op) { return nameOf(workspace_, op).toStdString(); }));
}

}  // namespace ng::views
