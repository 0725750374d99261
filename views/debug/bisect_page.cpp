// SPDX-License-Identifier: Apache-2.0
#include "views/debug/query_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "views/debug/op_names.h"
#include "views/widgets/column_model.h"
#include "views/widgets/flow_layout.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

QLineEdit* numberLine(const QString& text, const QString& tip) {
  auto* line = new QLineEdit(text);
  line->setFixedWidth(56);
  line->setAlignment(Qt::AlignRight);
  line->setToolTip(tip);
  return line;
}

QWidget* page(std::initializer_list<QWidget*> head, QLabel* words, QWidget* table) {
  auto* made = new QWidget;
  auto* column = new QVBoxLayout(made);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* line = new FlowLayout;
  line->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  line->setSpacing(metrics::grid);
  for (QWidget* each : head) line->addWidget(each);
  words->setWordWrap(true);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words->setContentsMargins(metrics::grid, 0, metrics::grid, 6);
  column->addLayout(line);
  column->addWidget(words);
  column->addWidget(table, 1);
  return made;
}

}  // namespace

QueryPage::QueryPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
  makeOpTable();
  makeTrialTable();
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->addWidget(makeComparison());
  splitter->addWidget(makeBisection());
  splitter->setSizes({660, 340});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(splitter);
  connect(compare_, &QPushButton::clicked, this, &QueryPage::compare);
  connect(byError_, &QPushButton::clicked, this, [this] { bisect(false); });
  connect(byTime_, &QPushButton::clicked, this, [this] { bisect(true); });
  connect(ops_, &TableView::rowSelected, this,
          [this](int row) { workspace_.selection.selectOp(difference(row).op); });
  connect(ops_, &TableView::rowActivated, this, [this] { workspace_.selection.reveal(Facet::op); });
  connect(&workspace_.queries, &Queries::queryChanged, this, &QueryPage::follow);
  connect(&workspace_.run, &Run::runChanged, this, &QueryPage::followChoices);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &QueryPage::followChoices);
  connect(&workspace_.documents, &Documents::documentChanged, this, &QueryPage::follow);
  connect(&workspace_.queries, &Queries::queryProgressed, this, [this](double fraction) {
    if (job_ != 0) workspace_.jobs.report(job_, fraction);
  });
  follow();
}

QWidget* QueryPage::makeComparison() {
  left_ = new QComboBox;
  right_ = new QComboBox;
  for (const TransformerChoice& choice : workspace_.compilations.transformers()) {
    if (!choice.available) continue;
    left_->addItem(choice.name);
    right_->addItem(choice.name);
    if (choice.usual) left_->setCurrentText(choice.name);
    if (choice.oracle) right_->setCurrentText(choice.name);
  }
  rtol_ = numberLine("1e-5", tr("allowed relative difference, in addition to rounding"));
  compare_ = new QPushButton(tr("Compare"));
  compared_ = new QLabel;
  return page({left_, new QLabel(tr("against")), right_, new QLabel(tr("within")), rtol_, compare_},
              compared_, ops_);
}

QWidget* QueryPage::makeBisection() {
  tolerance_ = numberLine("1e-6", tr("allowed difference from the reference results"));
  slower_ = numberLine("1.2", tr("allowed slowdown of a call by a pass, as a factor"));
  byError_ = new QPushButton(tr("Bisect results"));
  byTime_ = new QPushButton(tr("Bisect time"));
  bisected_ = new QLabel;
  tolerance_->setAccessibleName(tr("Allowed difference of the results"));
  slower_->setAccessibleName(tr("Allowed slowdown of a call"));
  return page({new QLabel(tr("tolerance")), tolerance_, byError_, new QLabel(tr("slower ×")),
               slower_, byTime_},
              bisected_, trials_);
}

bool QueryPage::isResult(int row) const {
  return row >= std::ssize(comparison_->ops);
}

const OpDifference& QueryPage::difference(int row) const {
  const auto at = static_cast<std::size_t>(row);
  return isResult(row) ? comparison_->results[at - comparison_->ops.size()] : comparison_->ops[at];
}

void QueryPage::makeOpTable() {
  const auto numbers = [this](const QString& title, auto field) {
    return TableColumn{title,
                       true,
                       [=, this](int r) {
                         const auto& value = difference(r).*field;
                         return value == 0 ? QString::fromUtf8("–") : valueText(value, 4);
                       },
                       [=, this](int r) { return QVariant(double(difference(r).*field)); },
                       {}};
  };
  const auto exact = [this](const QString& title, auto field) {
    return TableColumn{title,
                       true,
                       [=, this](int r) {
                         return difference(r).apart == 0 ? QString::fromUtf8("–")
                                                         : valueText(difference(r).*field, 9);
                       },
                       [=, this](int r) { return QVariant(double(difference(r).*field)); },
                       {}};
  };
  opModel_ =
      new ColumnModel({{tr("op"),
                        false,
                        [this](int r) {
                          return (isResult(r) ? tr("result ") : QString()) +
                                 QString::fromStdString(difference(r).name);
                        },
                        {},
                        [this](int r) { return QString::fromStdString(difference(r).axes); }},
                       {tr(""),
                        false,
                        [this](int r) { return difference(r).agrees ? QString() : tr("diverges"); },
                        {},
                        {}},
                       numbers(tr("max abs"), &OpDifference::apart),
                       numbers(tr("ULP"), &OpDifference::ulps),
                       numbers(tr("relative"), &OpDifference::relative),
                       {tr("worst at"),
                        false,
                        [this](int r) {
                          const OpDifference& d = difference(r);
                          return d.apart == 0 ? QString() : QString::fromStdString(d.place);
                        },
                        {},
                        {}},
                       exact(tr("left"), &OpDifference::left),
                       exact(tr("right"), &OpDifference::right)},
                      this);
  ops_ = new TableView(opModel_);
  const int widths[] = {124, 60, 84, 48, 84, 76, 104, 104};
  for (int i = 0; i < 8; ++i) ops_->setColumnWidth(i, widths[i]);
}

void QueryPage::makeTrialTable() {
  const auto trial = [this](int r) -> const BisectTrial& {
    return bisection_->trials[static_cast<std::size_t>(r)];
  };
  trialModel_ = new ColumnModel(
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
  trials_ = new TableView(trialModel_);
  const int widths[] = {124, 112, 72, 40};
  for (int i = 0; i < 4; ++i) trials_->setColumnWidth(i, widths[i]);
}

double QueryPage::limit(const QLineEdit* line, double otherwise) const {
  bool right = false;
  const double number = line->text().toDouble(&right);
  return right && number >= 0 ? number : otherwise;
}

void QueryPage::compare() {
  workspace_.queries.compareTransformers(left_->currentText(), right_->currentText(),
                                         limit(rtol_, 1e-5));
}

void QueryPage::bisect(bool time) {
  workspace_.queries.bisectPasses(limit(tolerance_, 1e-6), time ? limit(slower_, 1.2) : 0);
}

QString QueryPage::comparisonText() const {
  return compared_->text();
}
QString QueryPage::bisectionText() const {
  return bisected_->text();
}

void QueryPage::followChoices() {
  const bool ready =
      workspace_.compilations.compilation() != nullptr && !workspace_.queries.querying();
  for (QPushButton* each : {compare_, byError_, byTime_}) each->setEnabled(ready);
}

void QueryPage::follow() {
  if (workspace_.queries.querying() && workspace_.queries.edits().empty() && job_ == 0)
    job_ = workspace_.jobs.begin(tr("query in the background"), [this] {
      job_ = 0;
      workspace_.queries.cancelQuery();
    });
  if (!workspace_.queries.querying()) workspace_.jobs.finish(std::exchange(job_, 0));
  followChoices();
  comparison_ = workspace_.queries.comparison();
  bisection_ = workspace_.queries.bisection();
  const QString working = tr("Working… (Shift+F5 stops it)");
  if (!comparison_) {
    compared_->setText(workspace_.queries.querying()
                           ? working
                           : tr("Runs each op of the shown iteration on both transformers, with "
                                "the same inputs and state."));
  } else {
    const OpDifference* first = comparison_->first_divergence();
    const auto bad = std::find_if(comparison_->results.begin(), comparison_->results.end(),
                                  [](const OpDifference& each) { return !each.agrees; });
    compared_->setText(
        first ? tr("First divergence: %1 %2, iteration %3")
                    .arg(QString::fromStdString(first->name), QString::fromStdString(first->place))
                    .arg(comparison_->iteration)
        : bad != comparison_->results.end()
            ? tr("All ops agree, but the fused program differs at %1")
                  .arg(QString::fromStdString(bad->name))
            : tr("All agree: %1 in iteration %2")
                  .arg(countText(std::ssize(comparison_->ops), tr("op")))
                  .arg(comparison_->iteration));
  }
  bisected_->setText(bisection_ ? QString::fromStdString(bisection_->text)
                     : workspace_.queries.querying()
                         ? working
                         : tr("Finds the first pass that makes results wrong or calls "
                              "slower."));
  opModel_->setRows(
      comparison_ ? static_cast<int>(comparison_->ops.size() + comparison_->results.size()) : 0);
  trialModel_->setRows(bisection_ ? static_cast<int>(bisection_->trials.size()) : 0);
}

}  // namespace ng::views
