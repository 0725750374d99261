// SPDX-License-Identifier: Apache-2.0
#include "views/debug/compare_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "engine/tables/comparison_table.h"
#include "views/debug/query_head.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {
namespace {

const Keys opKeys = {"op",       "agrees", "max_abs", "ulps",  "relative", "own",
                     "overflow", "place",  "left",    "right", "array"};
const Keys elementKeys = {"place", "left", "right", "apart", "ulps", "relative"};
constexpr std::array<int, 6> elementWidths{160, 92, 92, 84, 64, 84};

QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}

// Ops, then results of the fused program, which are named so.
std::vector<OpDifference> rowsOf(const ComparisonRecord& record) {
  std::vector<OpDifference> rows = record.ops;
  for (OpDifference row : record.results) {
    row.name = "result " + row.name;
    rows.push_back(std::move(row));
  }
  return rows;
}

QStringList wordsOf(const ComparisonChoice& choice) {
  QStringList words{"--left", textOf(choice.left)};
  if (choice.with == ComparedWith::precision)
    words << "--precision" << textOf(choice.right);
  else
    words << "--right"
          << (choice.with == ComparedWith::onnxruntime ? "onnxruntime" : textOf(choice.right));
  if (choice.rtol) words << "--rtol" << QString::number(*choice.rtol);
  for (const std::string& rule : choice.renames) words << "--rename" << textOf(rule);
  return words;
}

}  // namespace

ComparePage::ComparePage(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      fields_(new ComparedWithFields(workspace, this)),
      text_(new QLabel),
      compare_(new QPushButton(tr("Compare"))) {
  fillQueryPage(*this,
                {fields_->left(), new QLabel(tr("against")), fields_->right(), fields_->renames(),
                 new QLabel(tr("within")), fields_->rtol(), compare_},
                text_, makeTables());
  connect(compare_, &QPushButton::clicked, this, &ComparePage::compare);
  connect(ops_, &TableView::rowSelected, this,
          [this](int row) { workspace_.selection.selectOp(opRows_->row(row)->op); });
  connect(ops_, &TableView::rowActivated, this, [this] { workspace_.selection.reveal(Facet::op); });
  connect(&workspace_.selection, &Selection::changed, this, &ComparePage::followSelection);
  connect(&workspace_.queries, &Queries::queryChanged, this, &ComparePage::followQuery);
  connect(&workspace_.documents, &Documents::documentChanged, this, &ComparePage::follow);
  connect(&workspace_.compilations, &Compilations::compilationChanged, this,
          &ComparePage::followChoices);
  connect(&workspace_.queries, &Queries::queryProgressed, this, [this](double fraction) {
    if (job_ != 0) workspace_.jobs.report(job_, fraction);
  });
  follow();
}

QWidget* ComparePage::makeTables() {
  opRows_ = new RecordTable<OpDifference>(comparison_columns(), opKeys, this);
  elementRows_ = new RecordTable<ElementDifference>(element_columns(), elementKeys, this);
  ops_ = new TableView(opRows_);
  elements_ = new TableView(elementRows_);
  for (std::size_t i = 0; i < elementWidths.size(); ++i)
    elements_->setColumnWidth(static_cast<int>(i), elementWidths[i]);
  ops_->setAccessibleName(tr("Ops"));
  elements_->setAccessibleName(tr("Elements that differ most"));
  elementsOf_ = new QLabel;
  elementsOf_->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(elementsOf_);
  column->addWidget(elements_, 1);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->addWidget(ops_);
  splitter->addWidget(side);
  splitter->setSizes({600, 400});
  return splitter;
}

void ComparePage::compare() {
  const ComparisonChoice choice = fields_->choice();
  asked_ = true;
  emit started(wordsOf(choice));
  workspace_.queries.compareValues(choice);
}

QString ComparePage::text() const {
  return text_->text();
}

void ComparePage::followChoices() {
  compare_->setEnabled(workspace_.compilations.compilation() != nullptr &&
                       !workspace_.queries.querying());
}

void ComparePage::followQuery() {
  if (workspace_.queries.querying() && workspace_.queries.edits().empty() && job_ == 0)
    job_ = workspace_.jobs.begin(tr("query in the background"), [this] {
      job_ = 0;
      workspace_.queries.cancelQuery();
    });
  if (!workspace_.queries.querying()) workspace_.jobs.finish(std::exchange(job_, 0));
  const bool compared = comparison_ != workspace_.queries.comparison();
  follow();
  if (workspace_.queries.querying()) return;
  if (std::exchange(asked_, false) && compared) showFirst();
}

// The first op that differs is what the user asked for.
void ComparePage::showFirst() {
  const OpDifference* first = comparison_ ? comparison_->first_divergence() : nullptr;
  if (!first) return;
  workspace_.selection.selectOp(first->op);
  workspace_.selection.reveal(Facet::op);
}

QString ComparePage::sentence() const {
  if (!comparison_)
    return workspace_.queries.querying()
               ? queryRuns()
               : tr("Runs each op of the shown iteration here and elsewhere, with the same inputs "
                    "and state.");
  const auto differs = [](const OpDifference& each) { return !each.agrees; };
  const std::vector<OpDifference>&ops = comparison_->ops, &results = comparison_->results;
  const QString iteration = tr("iteration %1").arg(comparison_->iteration);
  const QString sides = tr("%1 against %2, within %3")
                            .arg(textOf(comparison_->left), textOf(comparison_->right),
                                 valueText(comparison_->rtol, 3));
  if (const OpDifference* first = comparison_->first_divergence())
    return tr("First divergence: %1 %2, %3 · %4 of %5 differ · %6")
        .arg(textOf(first->name), textOf(first->place), iteration,
             countText(std::count_if(ops.begin(), ops.end(), differs)),
             countText(std::ssize(ops), tr("op")), sides);
  const auto bad = std::find_if(results.begin(), results.end(), differs);
  if (bad != results.end())
    return tr("All ops agree, but the fused program differs at %1 · %2")
        .arg(textOf(bad->name), sides);
  return tr("All agree: %1 in %2 · %3").arg(countText(std::ssize(ops), tr("op")), iteration, sides);
}

void ComparePage::follow() {
  followChoices();
  const ComparisonRecordPtr now = workspace_.queries.comparison();
  const bool other = now != comparison_;
  comparison_ = now;
  text_->setText(sentence());
  if (!other) return followSelection();
  opRows_->set(comparison_ ? rowsOf(*comparison_) : std::vector<OpDifference>(),
               [](const OpDifference& row) { return row.agrees; });
  for (int column = 0; column < opRows_->columnCount(); ++column) {
    const Column<OpDifference>& info = column_of(comparison_columns(), std::data(opKeys)[column]);
    ops_->setColumnHidden(column, info.optional && !opRows_->hasCells(info));
  }
  followSelection();
}

void ComparePage::followSelection() {
  const OpId op = workspace_.selection.state().op;
  const int at = opRows_->rowWhere([op](const OpDifference& row) { return row.op == op; });
  const OpDifference* row = opRows_->row(at);
  ops_->setCurrentSourceRow(at);
  elementRows_->set(row ? row->elements : std::vector<ElementDifference>());
  if (!comparison_)
    elementsOf_->clear();
  else if (!row)
    elementsOf_->setText(tr("Select an op to see its elements side by side."));
  else if (row->elements.empty())
    elementsOf_->setText(tr("%1: all elements are equal").arg(textOf(row->name)));
  else
    elementsOf_->setText(tr("%1 %2: the elements that differ most, %3 left, %4 right")
                             .arg(textOf(row->name), textOf(row->axes), textOf(comparison_->left),
                                  textOf(comparison_->right)));
}

}  // namespace ng::views
