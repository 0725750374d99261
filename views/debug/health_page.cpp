// SPDX-License-Identifier: Apache-2.0
#include "views/debug/health_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "views/debug/op_names.h"
#include "views/widgets/column_model.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {

HealthPage::HealthPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      on_(new QCheckBox(tr("Watch for NaN, Inf, ranges"))),
      facts_(new QLabel),
      empty_(new EmptyState(QStringLiteral("debug"), {})) {
  makeModel();
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
          [this](int r) { workspace_.selection.selectOp(row(r).newest.op); });
  connect(table_, &TableView::rowActivated, this,
          [this] { workspace_.selection.reveal(Facet::op); });
  connect(&workspace_.faults, &Faults::healthChanged, this, &HealthPage::follow);
  connect(&workspace_.documents, &Documents::documentChanged, this, &HealthPage::follow);
  follow();
}

const HealthLog::Row& HealthPage::row(int index) const {
  return log_->rows()[static_cast<std::size_t>(index)];
}

void HealthPage::makeModel() {
  const auto numbers = [this](const QString& title, auto value) {
    return TableColumn{title,
                       true,
                       [=, this](int r) { return valueText(value(row(r)), 6); },
                       [=, this](int r) { return QVariant(double(value(row(r)))); },
                       {}};
  };
  const auto finite = [this](const QString& title, auto figure) {
    const auto newest = [this](int r) -> const ValueSummary& { return row(r).newest; };
    return TableColumn{title,
                       true,
                       [=](int r) {
                         const bool any = newest(r).nans + newest(r).infs < newest(r).count;
                         return any ? valueText(newest(r).*figure, 6) : QStringLiteral("–");
                       },
                       [=](int r) { return QVariant(double(newest(r).*figure)); },
                       {}};
  };
  const auto counts = [this](const QString& title, auto value) {
    return TableColumn{title,
                       true,
                       [=, this](int r) {
                         const auto count = static_cast<qlonglong>(value(row(r)));
                         return count ? countText(count) : QString::fromUtf8("–");
                       },
                       [=, this](int r) { return QVariant(static_cast<qlonglong>(value(row(r)))); },
                       {}};
  };
  using Row = HealthLog::Row;
  model_ = new ColumnModel(
      {{tr("op"), false, [this](int r) { return nameOf(workspace_, row(r).newest.op); }, {}, {}},
       finite("min", &ValueSummary::min),
       finite("max", &ValueSummary::max),
       finite("mean", &ValueSummary::mean),
       counts("NaN", [](const Row& r) { return r.newest.nans; }),
       counts("Inf", [](const Row& r) { return r.newest.infs; }),
       counts(tr("first non-finite"), [](const Row& r) { return r.first_non_finite; }),
       numbers(tr("overall min"), [](const Row& r) { return r.least; }),
       numbers(tr("overall max"), [](const Row& r) { return r.greatest; }),
       counts(tr("elements"), [](const Row& r) { return r.newest.count; }),
       counts(tr("samples"), [](const Row& r) { return r.seen; })},
      this);
  table_ = new TableView(model_);
  table_->setColumnWidth(0, 160);
  for (int i = 1; i < 11; ++i) table_->setColumnWidth(i, i == 4 || i == 5 ? 56 : 92);
}

QString HealthPage::facts() const {
  return facts_->text();
}

void HealthPage::follow() {
  log_ = workspace_.faults.health();
  on_->setChecked(workspace_.faults.watchesHealth());
  if (!log_ || log_->rows().empty()) {
    facts_->clear();
    empty_->setSentence(
        on_->isChecked()
            ? tr("Press F5: the table fills while it runs.")
            : tr("Min, max, mean, NaN and infinities of all kernel outputs. Tick the box "
                 "above; it takes about 4 % of the run time."));
    model_->setRows(0);
    table_->hide();
    empty_->show();
    return;
  }
  empty_->hide();
  table_->show();
  const double part = log_->seconds_run() > 0 ? log_->seconds_spent() / log_->seconds_run() : 0;
  facts_->setText(
      QString::fromUtf8("%1 kept · %2 of run time")
          .arg(tr("%1 summaries").arg(countText(std::ssize(log_->kept()))), percentText(part)));
  model_->setRows(static_cast<int>(log_->rows().size()));
}

}  // namespace ng::views
