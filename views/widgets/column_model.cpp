// SPDX-License-Identifier: Apache-2.0
// A table model over plain arrays.
#include "views/widgets/column_model.h"

#include "views/core/theme/theme.h"

namespace ng::views {

ColumnModel::ColumnModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void ColumnModel::setColumns(std::vector<TableColumn> columns) {
  beginResetModel();
  columns_ = std::move(columns);
  endResetModel();
}

void ColumnModel::setRows(int count, std::function<bool(int)> dim) {
  beginResetModel();
  rows_ = count;
  dim_ = std::move(dim);
  endResetModel();
}

void ColumnModel::refresh() {
  if (rows_ > 0) emit dataChanged(index(0, 0), index(rows_ - 1, columnCount() - 1));
}

int ColumnModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_;
}

int ColumnModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant ColumnModel::data(const QModelIndex& index, int role) const {
  const TableColumn& column = columns_[static_cast<std::size_t>(index.column())];
  const int row = index.row();
  switch (role) {
    case Qt::DisplayRole: return column.text(row);
    case sortRole: return column.value ? column.value(row) : QVariant(column.text(row));
    case Qt::ToolTipRole: return column.toolTip ? column.toolTip(row) : QVariant();
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole: return column.number ? Theme::current().monoFont() : QVariant();
    case Qt::ForegroundRole:
      return dim_ && dim_(row) ? QVariant(Theme::current().colours().dimText) : QVariant();
    default: return {};
  }
}

QVariant ColumnModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const TableColumn& column = columns_[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::ToolTipRole && !column.explanation.isEmpty()) return column.explanation;
  if (role == Qt::TextAlignmentRole) {
    return QVariant(Qt::AlignVCenter | (column.number ? Qt::AlignRight : Qt::AlignLeft));
  }
  return {};
}

}  // namespace ng::views
