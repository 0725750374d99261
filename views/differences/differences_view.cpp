// SPDX-License-Identifier: Apache-2.0
#include "views/differences/differences_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedLayout>

#include "engine/tables/difference_table.h"
#include "views/core/document_name.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/table_view.h"
#include "views/widgets/tables/record_table.h"

namespace ng::views {
namespace {

constexpr int widths[] = {44, 96, 180, 180, 240, 240};

QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

DifferencesView::DifferencesView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      summary_(new QLabel),
      empty_(new EmptyState(
          "diff",
          tr("File > Compare with… lists the differences between this document and another one."))),
      filled_(makeTable()),
      stack_(new QStackedLayout(this)) {
  stack_->addWidget(empty_);
  stack_->addWidget(filled_);
  connect(table_, &TableView::rowSelected, this, &DifferencesView::select);
  connect(table_, &TableView::rowActivated, this, &DifferencesView::reveal);
  connect(&workspace_.documents, &Documents::documentChanged, this, &DifferencesView::follow);
  follow();
}

int DifferencesView::rows() const {
  return difference_ ? static_cast<int>(difference_->changes.size()) : 0;
}

const Change& DifferencesView::change(int row) const {
  return *model_->row(row);
}

QWidget* DifferencesView::makeTable() {
  model_ = new RecordTable<Change>(
      difference_columns(), {"kind", "of", "name", "what", "before", "after", "ratio"}, this);
  table_ = new TableView(model_);
  for (std::size_t i = 0; i < std::size(widths); ++i)
    table_->setColumnWidth(static_cast<int>(i), widths[i]);
  auto* strip = new QWidget;
  strip->setFixedHeight(metrics::strip + 4);
  auto* row = new QHBoxLayout(strip);
  row->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
  row->addWidget(summary_, 1);
  summary_->setMinimumWidth(0);
  summary_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  QLineEdit* filter = table_->makeFilterField(strip);
  filter->setMaximumWidth(240);
  row->addWidget(filter);
  auto* filled = new QWidget;
  auto* rows = new QVBoxLayout(filled);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(strip);
  rows->addWidget(table_, 1);
  return filled;
}

QString DifferencesView::summary() const {
  return summary_->text();
}

void DifferencesView::follow() {
  const DocumentDifferencePtr difference = workspace_.documents.difference();
  if (difference == difference_) return;
  model_->set(difference ? difference->changes : std::vector<Change>());
  difference_ = difference;
  stack_->setCurrentWidget(difference_ ? filled_ : static_cast<QWidget*>(empty_));
  if (!difference_) return;
  const QString files =
      tr("A %1, B %2")
          .arg(documentName(textOf(difference_->first)), documentName(textOf(difference_->second)));
  summary_->setText(files + QString::fromUtf8(" · ") + textOf(ng::summary(*difference_)));
  summary_->setToolTip(textOf(difference_->first) + u'\n' + textOf(difference_->second));
}

// Removed kernels and buffers are not in the shown compilation.
void DifferencesView::select(int row) {
  const Change& each = change(row);
  if (each.of == ChangeOf::op) return workspace_.selection.selectOp(each.op);
  if (each.kind == ChangeKind::removed) return;
  if (each.of == ChangeOf::kernel) workspace_.selection.selectKernel(textOf(each.name));
  if (each.of == ChangeOf::buffer) workspace_.selection.selectBuffer(textOf(each.name));
}

void DifferencesView::reveal(int row) {
  const Change& each = change(row);
  select(row);
  if (each.of == ChangeOf::op) workspace_.selection.reveal(Facet::op);
  if (each.kind == ChangeKind::removed) return;
  if (each.of == ChangeOf::kernel) workspace_.selection.reveal(Facet::kernel);
  if (each.of == ChangeOf::buffer) workspace_.selection.reveal(Facet::buffer);
}

}  // namespace ng::views
