// SPDX-License-Identifier: Apache-2.0
#include "app/window/commands/capture_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "views/core/workspace.h"
#include "views/widgets/number_text.h"
#include "views/widgets/op_row.h"

namespace ng::views {
namespace {

enum Column { name, kind, axes, size, columnCount };

// Nullopt: a length is unknown.
std::optional<std::int64_t> bytesOf(const ResultRecord& result) {
  auto bytes = static_cast<std::int64_t>(size_of(result.dtype));
  for (const AxisRecord& axis : result.axes) {
    if (!axis.length) return std::nullopt;
    bytes *= *axis.length;
  }
  return bytes;
}

}  // namespace

std::vector<CapturedRow> capturedRows(const Workspace& workspace) {
  const DocumentRecordPtr document = workspace.documents.document();
  const CompilationRecordPtr compilation = workspace.compilations.compilation();
  const GraphRecordPtr computed = compilation ? compilation->as_written() : nullptr;
  std::vector<CapturedRow> rows;
  if (!document || !computed) return rows;
  std::set<OpId> results;
  for (const ComputationRecord& each : document->computations)
    if (each.name == compilation->computation)
      results.insert(each.results.begin(), each.results.end());
  const bool ran = workspace.run.status().lastIteration > 0;
  for (const OpRecord& op : document->graph->ops) {
    const bool variable = op.traits.is_state();
    if (op.results.size() != 1 || op.traits.is_effect() || (!variable && !ran)) continue;
    if (!variable && !computed->find(op.id)) continue;
    const std::optional<std::int64_t> bytes = bytesOf(op.results[0]);
    if (!bytes) continue;
    rows.push_back({op.id, QString::fromStdString(op.name), QString::fromStdString(op.op),
                    resultText(op), *bytes, variable || results.contains(op.id)});
  }
  std::stable_partition(rows.begin(), rows.end(),
                        [](const CapturedRow& row) { return row.chosen; });
  return rows;
}

CapturedModel::CapturedModel(std::vector<CapturedRow> rows, QObject* parent)
    : QAbstractTableModel(parent), rows_(std::move(rows)) {}

void CapturedModel::choose(const std::vector<int>& rows, bool chosen) {
  for (const int row : rows) rows_[static_cast<std::size_t>(row)].chosen = chosen;
  if (!rows_.empty())
    emit dataChanged(index(0, Column::name), index(rowCount() - 1, Column::name),
                     {Qt::CheckStateRole});
}

int CapturedModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CapturedModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Column::columnCount;
}

QVariant CapturedModel::data(const QModelIndex& index, int role) const {
  const CapturedRow& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::CheckStateRole && index.column() == Column::name)
    return row.chosen ? Qt::Checked : Qt::Unchecked;
  if (role == Qt::TextAlignmentRole && index.column() == Column::size)
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role == sortRole && index.column() == Column::size) return QVariant::fromValue(row.bytes);
  if (role != Qt::DisplayRole && role != sortRole) return {};
  switch (index.column()) {
    case Column::name: return row.name;
    case Column::kind: return row.kind;
    case Column::axes: return row.axes;
    default: return byteText(row.bytes);
  }
}

bool CapturedModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || index.column() != Column::name) return false;
  choose({index.row()}, value.toInt() == Qt::Checked);
  return true;
}

Qt::ItemFlags CapturedModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
  return index.column() == Column::name ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant CapturedModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  const char* titles[] = {"op", "kind", "axes", "size"};
  return QString(titles[section]);
}

CaptureDialog::CaptureDialog(std::vector<CapturedRow> rows, QWidget* parent)
    : QDialog(parent),
      model_(new CapturedModel(std::move(rows), this)),
      shown_(new QSortFilterProxyModel(this)),
      total_(new QLabel) {
  setWindowTitle("Capture: values to save");
  resize(560, 480);
  shown_->setSourceModel(model_);
  shown_->setSortRole(CapturedModel::sortRole);
  shown_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  shown_->setFilterKeyColumn(-1);
  auto* words = new QLabel(
      "The capture holds the graph, passes, kernels, buffers, timeline, curves and health of this "
      "run, and the values chosen here, after the last iteration.");
  words->setWordWrap(true);
  auto* filter = new QLineEdit;
  filter->setPlaceholderText("Filter by name, kind or axis");
  filter->setClearButtonEnabled(true);
  connect(filter, &QLineEdit::textChanged, shown_, &QSortFilterProxyModel::setFilterFixedString);
  auto* table = new QTableView;
  table->setModel(shown_);
  table->setSortingEnabled(true);
  shown_->sort(-1);  // variables and results first
  table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(metrics::row);
  table->setShowGrid(false);
  table->setAccessibleName("Values");
  table->horizontalHeader()->setSectionResizeMode(Column::name, QHeaderView::Stretch);
  for (const int column : {Column::kind, Column::axes, Column::size})
    table->setColumnWidth(column, column == Column::axes ? 140 : 100);
  auto* all = new QPushButton("Choose all shown");
  auto* none = new QPushButton("Choose none shown");
  connect(all, &QPushButton::clicked, this, [this] { chooseShown(true); });
  connect(none, &QPushButton::clicked, this, [this] { chooseShown(false); });
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  auto* go = buttons->addButton("Choose the file…", QDialogButtonBox::AcceptRole);
  go->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* choices = new QHBoxLayout;
  choices->addWidget(all);
  choices->addWidget(none);
  choices->addStretch();
  choices->addWidget(total_);
  auto* column = new QVBoxLayout(this);
  column->addWidget(words);
  column->addWidget(filter);
  column->addWidget(table, 1);
  column->addLayout(choices);
  column->addWidget(buttons);
  connect(model_, &QAbstractItemModel::dataChanged, this, &CaptureDialog::follow);
  follow();
}

std::set<OpId> CaptureDialog::chosen() const {
  std::set<OpId> ops;
  for (const CapturedRow& row : model_->rows())
    if (row.chosen) ops.insert(row.op);
  return ops;
}

QString CaptureDialog::total() const {
  return total_->text();
}

void CaptureDialog::follow() {
  std::int64_t count = 0, bytes = 0;
  for (const CapturedRow& row : model_->rows()) {
    if (!row.chosen) continue;
    ++count;
    bytes += row.bytes;
  }
  total_->setText(QString("%1 of %2, %3")
                      .arg(countText(count),
                           countText(std::ssize(model_->rows()), QString("value")),
                           byteText(bytes)));
}

void CaptureDialog::chooseShown(bool chosen) {
  std::vector<int> rows;
  for (int row = 0; row < shown_->rowCount(); ++row)
    rows.push_back(shown_->mapToSource(shown_->index(row, 0)).row());
  model_->choose(rows, chosen);
}

}  // namespace ng::views
