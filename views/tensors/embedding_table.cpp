// SPDX-License-Identifier: Apache-2.0
// Table of vectors.
#include "views/tensors/embedding_table.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/records/tensor_record.h"
#include "views/widgets/column_model.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int stripColumn = 5;

// Paints a row of the tensor as colours into its cell.
class StripDelegate : public QStyledItemDelegate {
 public:
  using Strip = std::function<QImage(int row, QSize size)>;
  StripDelegate(Strip strip, QObject* parent)
      : QStyledItemDelegate(parent), strip_(std::move(strip)) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QRect at = option.rect.adjusted(4, 4, -4, -4);
    if (at.isEmpty()) return;
    painter->drawImage(at, strip_(index.data(ColumnModel::sortRole).toInt(), at.size()));
  }

 private:
  Strip strip_;
};

}  // namespace

EmbeddingTable::EmbeddingTable(QWidget* parent)
    : QWidget(parent), model_(new ColumnModel({}, this)), table_(new TableView(model_)) {
  const auto number = [this](const QString& title, double Row::* member) {
    return TableColumn{
        title,
        true,
        [=, this](int r) { return cell(r, member); },
        [=, this](int r) { return QVariant(rows_[static_cast<std::size_t>(r)].*member); },
        {}};
  };
  const auto index = [](int r) { return QVariant(r); };
  model_->setColumns({{tr("Row"), true, [](int r) { return countText(r); }, index, {}},
                      number(tr("Norm"), &Row::norm),
                      number(tr("Mean"), &Row::mean),
                      number(tr("Min"), &Row::least),
                      number(tr("Max"), &Row::most),
                      {tr("Values"), false, [](int) { return QString(); }, index, {}}});
  table_->setItemDelegateForColumn(
      stripColumn,
      new StripDelegate([this](int row, QSize size) { return strip(row, size); }, this));
  table_->horizontalHeader()->setStretchLastSection(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  QLineEdit* filter = table_->makeFilterField(this);
  filter->setMaximumWidth(160);
  column->addWidget(filter, 0, Qt::AlignRight);
  column->addWidget(table_);
}

void EmbeddingTable::setSlice(const TensorSlice& slice, const TensorStatistics& statistics) {
  const bool same = tensor_ && tensor_->op == slice.tensor().op && cells_.rows == slice.rows();
  tensor_ = slice.shared();
  cells_ = HeatCells::from(slice);
  scale_ = HeatScale::fit(statistics);
  rows_.assign(static_cast<std::size_t>(cells_.rows), {});
  for (int r = 0; r < cells_.rows; ++r) {
    Row& row = rows_[static_cast<std::size_t>(r)];
    row.least = std::numeric_limits<double>::infinity();
    row.most = -row.least;
    for (int c = 0; c < cells_.columns; ++c) {
      const double value = cells_.at(r, c);
      row.norm += value * value;
      row.mean += value / cells_.columns;
      row.least = std::min(row.least, value);
      row.most = std::max(row.most, value);
    }
    row.norm = std::sqrt(row.norm);
  }
  same ? model_->refresh() : model_->setRows(cells_.rows);
}

QString EmbeddingTable::cell(int row, double Row::* member) const {
  return valueText(rows_[static_cast<std::size_t>(row)].*member);
}

QImage EmbeddingTable::strip(int row, QSize size) const {
  return heatImage(cells_, QRectF(0, row, cells_.columns, 1), size, scale_);
}

QString EmbeddingTable::asText(QChar separator) const {
  return table_->asText(separator);
}

}  // namespace ng::views
