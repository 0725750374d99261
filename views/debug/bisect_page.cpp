// SPDX-License-Identifier: Apache-2.0
#include "views/debug/bisect_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "views/debug/query_head.h"
#include "views/widgets/table_view.h"

namespace ng::views {

BisectPage::BisectPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      rows_(new RecordTable<TrialRow>(trial_columns(), {"pass", "error", "microseconds", "result"},
                                      this)),
      trials_(new TableView(rows_)),
      tolerance_(numberField("1e-6", tr("allowed difference from the reference results"))),
      slower_(numberField("1.2", tr("allowed slowdown of a call by a pass, as a factor"))),
      byError_(new QPushButton(tr("Bisect results"))),
      byTime_(new QPushButton(tr("Bisect time"))),
      text_(new QLabel) {
  const int widths[] = {180, 136, 88, 64};
  for (int i = 0; i < 4; ++i) trials_->setColumnWidth(i, widths[i]);
  tolerance_->setAccessibleName(tr("Allowed difference of the results"));
  slower_->setAccessibleName(tr("Allowed slowdown of a call"));
  fillQueryPage(*this,
                {new QLabel(tr("tolerance")), tolerance_, byError_, new QLabel(tr("slower ×")),
                 slower_, byTime_},
                text_, trials_);
  connect(byError_, &QPushButton::clicked, this, [this] { bisect(false); });
  connect(byTime_, &QPushButton::clicked, this, [this] { bisect(true); });
  connect(&workspace_.queries, &Queries::queryChanged, this, &BisectPage::follow);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &BisectPage::followChoices);
  connect(&workspace_.documents, &Documents::documentChanged, this, &BisectPage::follow);
  follow();
}

void BisectPage::bisect(bool time) {
  workspace_.queries.bisectPasses(numberIn(*tolerance_).value_or(1e-6),
                                  time ? numberIn(*slower_).value_or(1.2) : 0);
}

QString BisectPage::text() const {
  return text_->text();
}

void BisectPage::followChoices() {
  const bool ready =
      workspace_.compilations.compilation() != nullptr && !workspace_.queries.querying();
  for (QPushButton* each : {byError_, byTime_}) each->setEnabled(ready);
}

void BisectPage::follow() {
  followChoices();
  const BisectRecordPtr record = workspace_.queries.bisection();
  text_->setText(record ? QString::fromStdString(record->text)
                 : workspace_.queries.querying()
                     ? queryRuns()
                     : tr("Finds the first pass that makes results wrong or calls slower."));
  rows_->set(record ? trial_rows(*record) : std::vector<TrialRow>());
}

}  // namespace ng::views
