// SPDX-License-Identifier: Apache-2.0
#include "views/debug/bisect_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "views/debug/query_head.h"
#include "views/widgets/column_model.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {

BisectPage::BisectPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      tolerance_(numberField("1e-6", tr("allowed difference from the reference results"))),
      slower_(numberField("1.2", tr("allowed slowdown of a call by a pass, as a factor"))),
      byError_(new QPushButton(tr("Bisect results"))),
      byTime_(new QPushButton(tr("Bisect time"))),
      text_(new QLabel) {
  makeTable();
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

void BisectPage::makeTable() {
  const auto trial = [this](int r) -> const BisectTrial& {
    return bisection_->trials[static_cast<std::size_t>(r)];
  };
  model_ = new ColumnModel(
      {{tr("passes up to"),
        false,
        [=](int r) {
          const std::string& pass = trial(r).pass;
          return pass.empty() ? tr("none") : QString::fromStdString(pass);
        },
        {},
        {}},
       {tr("from the reference"),
        true,
        [=](int r) { return valueText(trial(r).error, 4); },
        [=](int r) { return QVariant(trial(r).error); },
        {}},
       {tr("µs per call"),
        true,
        [=](int r) {
          const double time = trial(r).microseconds;
          return time > 0 ? valueText(time, 4) : QString::fromUtf8("–");
        },
        [=](int r) { return QVariant(trial(r).microseconds); },
        {}},
       {tr(""), false, [=](int r) { return trial(r).good ? QString() : tr("bad"); }, {}, {}}},
      this);
  trials_ = new TableView(model_);
  const int widths[] = {180, 136, 88, 40};
  for (int i = 0; i < 4; ++i) trials_->setColumnWidth(i, widths[i]);
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
  bisection_ = workspace_.queries.bisection();
  text_->setText(bisection_ ? QString::fromStdString(bisection_->text)
                 : workspace_.queries.querying()
                     ? queryRuns()
                     : tr("Finds the first pass that makes results wrong or calls slower."));
  model_->setRows(bisection_ ? static_cast<int>(bisection_->trials.size()) : 0);
}

}  // namespace ng::views
