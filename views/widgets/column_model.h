// SPDX-License-Identifier: Apache-2.0
// A table model over plain arrays: each column has a title and functions of the row. Numbers are
// right-aligned in the mono font and sort numerically; their unit is in the header.
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <vector>

namespace ng::views {

struct TableColumn {
  QString title;  // with its unit: "µs", "FLOP"
  bool number = false;
  std::function<QString(int row)> text;
  std::function<QVariant(int row)> value;   // sort key; empty: the text
  std::function<QString(int row)> toolTip;  // empty: none
  QString explanation = {};                 // tool tip of the title; empty: none
};

class ColumnModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  static constexpr int sortRole = Qt::UserRole;

  ColumnModel(std::vector<TableColumn> columns, QObject* parent = nullptr);
  void setColumns(std::vector<TableColumn> columns);
  // Sets the row count; the functions are called with rows 0 … count - 1. `dim` greys out a row.
  void setRows(int count, std::function<bool(int row)> dim = {});
  void refresh();  // same rows, new contents

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<TableColumn> columns_;
  int rows_ = 0;
  std::function<bool(int)> dim_;
};

}  // namespace ng::views
