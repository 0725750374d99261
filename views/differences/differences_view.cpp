// SPDX-License-Identifier: Apache-2.0
#include "views/differences/differences_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <array>

#include "engine/records/graph_record.h"
#include "engine/tables/difference_table.h"
#include "views/core/document_name.h"
#include "views/core/theme/theme.h"
#include "views/differences/element_panes.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {
namespace {

constexpr std::size_t mostBlocks = 1000;
constexpr int widths[] = {44, 80, 110, 150, 110, 150, 240};
constexpr int textWidth = 200;  // of a column of names

QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

DifferencesView::DifferencesView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      elements_(new ElementPanes(workspace)),
      tabs_(new QTabBar),
      pages_(new QStackedWidget),
      filters_(new QStackedWidget),
      summary_(new QLabel),
      empty_(new EmptyState(
          "diff",
          tr("File > Compare with… lists the differences between this document and another one."))),
      stack_(new QStackedLayout(this)) {
  makeTables();
  filled_ = makeContent();
  stack_->addWidget(empty_);
  stack_->addWidget(filled_);
  connect(table(differences), &TableView::rowSelected, this, &DifferencesView::select);
  connect(table(differences), &TableView::rowActivated, this, &DifferencesView::reveal);
  connect(table(blocks), &TableView::rowActivated, this, &DifferencesView::filterBlock);
  connect(table(times), &TableView::rowSelected, this, &DifferencesView::selectTimes);
  connect(table(times), &TableView::rowActivated, this, [this](int row) {
    selectTimes(row);
    workspace_.selection.reveal(timesModel_->row(row)->op != 0 ? Facet::op : Facet::kernel);
  });
  connect(table(renamed), &TableView::rowSelected, this, &DifferencesView::selectRename);
  connect(table(renamed), &TableView::rowActivated, this, [this](int row) {
    selectRename(row);
    workspace_.selection.reveal(Facet::op);
  });
  connect(&workspace_.documents, &Documents::documentChanged, this, &DifferencesView::follow);
  follow();
}

int DifferencesView::rows() const {
  return difference_ ? static_cast<int>(difference_->changes.size()) : 0;
}

const Change& DifferencesView::change(int row) const {
  return *model_->row(row);
}

void DifferencesView::makeTables() {
  const auto add = [this](QAbstractItemModel* model) { tables_.push_back(new TableView(model)); };
  model_ = new RecordTable<Change>(difference_columns(),
                                   {"kind", "of", "scope", "name", "what", "before", "after",
                                    "ratio", "largest", "largest_relative", "cosine"},
                                   this);
  add(model_);
  blocksModel_ = new RecordTable<BlockDifference>(
      block_difference_columns(),
      {"block", "added", "removed", "changed", "weights", "values", "before", "after", "ratio"},
      this);
  add(blocksModel_);
  timesModel_ = new RecordTable<OpTimes>(
      op_times_columns(), {"name", "scope", "before", "after", "ratio", "kernels_a", "kernels_b"},
      this);
  add(timesModel_);
  renamedModel_ = new RecordTable<Rename>(rename_columns(), {"of", "before", "after"}, this);
  add(renamedModel_);
  factsModel_ = new RecordTable<ComparedFact>(fact_columns(), {"what", "before", "after"}, this);
  add(factsModel_);
  for (std::size_t i = 0; i < std::size(widths); ++i)
    table(differences)->setColumnWidth(static_cast<int>(i), widths[i]);
  table(blocks)->setColumnWidth(0, textWidth);
  for (const int column : {0, 5, 6}) table(times)->setColumnWidth(column, textWidth);
  for (const Page page : {renamed, facts})
    for (const int column : {1, 2}) table(page)->setColumnWidth(column, textWidth);
  table(facts)->setColumnWidth(0, widths[3]);
}

QString DifferencesView::titleOf(Page page) {
  switch (page) {
    case differences: return tr("Differences");
    case blocks: return tr("Blocks");
    case times: return tr("Times");
    case renamed: return tr("Renamed");
    case facts: break;
  }
  return tr("A and B");
}

void DifferencesView::addPage(Page page, QWidget* widget) {
  tabs_->addTab(titleOf(page));
  pages_->addWidget(widget);
  QLineEdit* filter = table(page)->makeFilterField(filters_);
  filter->setMaximumWidth(240);
  filters_->addWidget(filter);
  if (page == differences) filter_ = filter;
}

QWidget* DifferencesView::makeContent() {
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  tabs_->setUsesScrollButtons(false);
  auto* strip = new QWidget;
  strip->setFixedHeight(metrics::strip + 4);
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  row->addWidget(tabs_, 1);
  summary_->setFont(Theme::current().captionFont());
  summary_->setContentsMargins(metrics::grid, 0, metrics::grid, 2);
  summary_->setMinimumWidth(0);
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  row->addWidget(filters_);
  filters_->setMaximumWidth(240);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setHandleWidth(1);
  parts->setChildrenCollapsible(false);
  parts->addWidget(table(differences));
  parts->addWidget(elements_);
  parts->setSizes({2, 3});
  addPage(differences, parts);
  for (const Page page : {blocks, times, renamed, facts}) addPage(page, table(page));
  connect(tabs_, &QTabBar::currentChanged, this, [this](int page) {
    pages_->setCurrentIndex(page);
    filters_->setCurrentIndex(page);
  });
  auto* filled = new QWidget;
  auto* column = new QVBoxLayout(filled);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(strip);
  column->addWidget(summary_);
  column->addWidget(pages_, 1);
  return filled;
}

QString DifferencesView::summary() const {
  return summary_->text();
}

void DifferencesView::showPage(Page page) {
  tabs_->setCurrentIndex(page);
}

std::span<const ViewOption> DifferencesView::options() {
  static const std::array rows{
      ViewOption{.name = "differences",
                 .value = "PAGE",
                 .help = "Tab of the differences: differences, blocks, times, renamed or facts.",
                 .kind = ViewOption::Kind::word,
                 .words = {"differences", "blocks", "times", "renamed", "facts"},
                 .stage = ViewOption::Stage::compiled},
      ViewOption{.name = "difference",
                 .value = "NAME",
                 .help = "Select the first difference whose name contains this text.",
                 .stage = ViewOption::Stage::placed}};
  return rows;
}

QString DifferencesView::arrange(const QJsonObject& options) {
  const QStringList& pages = DifferencesView::options()[0].words;
  if (const auto page = pages.indexOf(options["differences"].toString()); page >= 0)
    showPage(static_cast<Page>(page));
  const std::string wanted = options["difference"].toString().toStdString();
  if (wanted.empty() || !difference_) return {};
  const int row = model_->rowWhere(
      [&](const Change& each) { return each.name.find(wanted) != std::string::npos; });
  if (row < 0) return tr("no difference is named '%1'").arg(textOf(wanted));
  table(differences)->setCurrentSourceRow(row);
  reveal(row);
  return {};
}

void DifferencesView::follow() {
  const DocumentDifferencePtr difference = workspace_.documents.difference();
  if (difference == difference_) return;
  elements_->leave();
  difference_ = difference;
  const DocumentDifference none;
  const DocumentDifference& shown = difference ? *difference : none;
  model_->set(shown.changes);
  blocksModel_->set(blocks_of(shown, mostBlocks));
  timesModel_->set(shown.times);
  renamedModel_->set(shown.renamed);
  factsModel_->set(shown.facts);
  stack_->setCurrentWidget(difference_ ? filled_ : static_cast<QWidget*>(empty_));
  if (difference_) putTitles();
}

void DifferencesView::putTitles() {
  const std::size_t sizes[] = {difference_->changes.size(), blocksModel_->rows().size(),
                               difference_->times.size(), difference_->renamed.size(), 0};
  for (int page = 0; page < static_cast<int>(tables_.size()); ++page) {
    const auto size = static_cast<std::int64_t>(sizes[page]);
    const QString title = titleOf(static_cast<Page>(page));
    tabs_->setTabText(page, size > 0 ? title + ' ' + countText(size) : title);
    tabs_->setTabVisible(page, size > 0 || page == differences || page == facts);
  }
  const QString files =
      tr("A %1, B %2")
          .arg(documentName(textOf(difference_->first)), documentName(textOf(difference_->second)));
  summary_->setText(files + QString::fromUtf8(" · ") + textOf(ng::summary(*difference_)));
  summary_->setToolTip(textOf(difference_->first) + u'\n' + textOf(difference_->second) + u'\n' +
                       textOf(ng::summary(*difference_)));
}

// Removed kernels and buffers are not in the shown compilation.
void DifferencesView::select(int row) {
  const Change& each = change(row);
  elements_->show(difference_, each);
  if (each.op != 0) return workspace_.selection.selectOp(each.op);
  if (each.kind == ChangeKind::removed) return;
  if (each.of == ChangeOf::kernel) workspace_.selection.selectKernel(textOf(each.name));
  if (each.of == ChangeOf::buffer) workspace_.selection.selectBuffer(textOf(each.name));
}

void DifferencesView::reveal(int row) {
  const Change& each = change(row);
  select(row);
  if (each.op != 0) workspace_.selection.reveal(Facet::op);
  if (each.kind == ChangeKind::removed) return;
  if (each.of == ChangeOf::kernel) workspace_.selection.reveal(Facet::kernel);
  if (each.of == ChangeOf::buffer) workspace_.selection.reveal(Facet::buffer);
}

// A kernel of A alone is not in the shown compilation.
void DifferencesView::selectTimes(int row) {
  const OpTimes& each = *timesModel_->row(row);
  if (each.op != 0) return workspace_.selection.selectOp(each.op);
  if (!each.kernels.empty()) workspace_.selection.selectKernel(textOf(each.kernels.front()));
}

void DifferencesView::filterBlock(int row) {
  filter_->setText(textOf(blocksModel_->row(row)->block));
  showPage(differences);
}

void DifferencesView::selectRename(int row) {
  if (const Rename& each = *renamedModel_->row(row); each.of == RenameOf::op)
    workspace_.selection.selectOp(each.op);
  else
    workspace_.selection.selectAxis(textOf(each.after));
}

}  // namespace ng::views
