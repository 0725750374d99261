// SPDX-License-Identifier: Apache-2.0
// Shows a table of records (engine/tables): its columns as those of a ColumnModel.
#pragma once

#include <algorithm>
#include <utility>

#include "engine/tables/table_column.h"
#include "views/widgets/column_model.h"

namespace ng::views {

QString cellText(const ColumnInfo& column, const Cell& cell);  // "1,024", "0–3", "C 4 · N 128"
// A number is its own sort key, before which absent ones come; invalid: sorted by the text.
QVariant sortKey(const ColumnInfo& column, const Cell& cell);

// A column whose cells are functions of the row's place. Texts are their own tool tips.
TableColumn cellColumn(const ColumnInfo& column, std::function<Cell(int row)> shown,
                       std::function<Cell(int row)> value);

// `at`: the record of a row; called with the rows of the model.
template <class Row>
TableColumn recordColumn(const Column<Row>& column, std::function<const Row&(int row)> at) {
  TableColumn made = cellColumn(
      column, [=](int row) { return shown_cell(column, at(row)); },
      [=](int row) { return column.value(at(row)); });
  if (column.tip) {
    made.toolTip = [=](int row) { return QString::fromStdString(column.tip(at(row))); };
  }
  return made;
}

template <class Row>
class RecordTable : public ColumnModel {
 public:
  RecordTable(const Columns<Row>& all, Keys keys, QObject* parent) : ColumnModel({}, parent) {
    show(all, keys);
  }

  void show(const Columns<Row>& all, Keys keys) {
    std::vector<TableColumn> columns;
    for (const Column<Row>& column : columns_of(all, keys))
      columns.push_back(recordColumn<Row>(column, [this](int r) -> const Row& { return at(r); }));
    setColumns(std::move(columns));
  }
  // `dim` greys out a row.
  void set(std::vector<Row> rows, std::function<bool(const Row&)> dim = {}) {
    setRows(0);
    rows_ = std::move(rows);
    std::function<bool(int)> dimmed;
    if (dim) dimmed = [this, dim](int row) { return dim(at(row)); };
    setRows(static_cast<int>(rows_.size()), std::move(dimmed));
  }

  const std::vector<Row>& rows() const { return rows_; }
  const Row* row(int row) const {  // null if out of range
    return row >= 0 && row < static_cast<int>(rows_.size()) ? &at(row) : nullptr;
  }
  // -1: no such row.
  int rowWhere(const std::function<bool(const Row&)>& is) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(), is);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
  }
  bool hasCells(const Column<Row>& column) const {  // in any row
    return rowWhere([&](const Row& row) { return !is_absent(column.value(row)); }) >= 0;
  }

 protected:
  std::vector<Row> rows_;

 private:
  const Row& at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
};

}  // namespace ng::views
