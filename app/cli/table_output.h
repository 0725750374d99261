// SPDX-License-Identifier: Apache-2.0
// Tables of records (engine/tables) as text, as JSON, and as data of the web page.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/cli/json.h"
#include "engine/tables/table_column.h"

namespace ng::cli {

std::string cellText(const ColumnInfo& column, const Cell& cell);  // "79,510", "0-3", "(C: 4)"
Json cellJson(const Cell& cell);  // numbers without their unit; null if absent

// Cells of some rows, ready to be written.
struct ShownCells {
  std::vector<ColumnInfo> columns;
  std::vector<std::vector<Cell>> rows;

  std::string text() const;  // empty if there are no rows
  // {"columns": [{"title", "number"}], "rows": [[{"text", "sort"}]]}.
  Json webJson() const;
};

// Optional columns without any cell are left out. At most `most` rows.
template <class Row>
ShownCells shownCells(const Columns<Row>& all, Keys keys, const std::vector<Row>& rows,
                      std::size_t most = -1) {
  ShownCells shown;
  shown.rows.resize(std::min(most, rows.size()));
  for (const Column<Row>& column : columns_of(all, keys)) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < shown.rows.size(); ++i)
      cells.push_back(shown_cell(column, rows[i]));
    if (column.optional && std::all_of(cells.begin(), cells.end(), is_absent)) continue;
    shown.columns.push_back(column);
    for (std::size_t i = 0; i < cells.size(); ++i) shown.rows[i].push_back(std::move(cells[i]));
  }
  return shown;
}

template <class Row>
std::string tableText(const Columns<Row>& all, Keys keys, const std::vector<Row>& rows) {
  return shownCells(all, keys, rows).text();
}

// Adds the cells of a row to an object, each under its key.
template <class Row>
void addCells(Json& object, const Columns<Row>& all, Keys keys, const Row& row) {
  for (const std::string_view key : keys)
    object[std::string(key)] = cellJson(column_of(all, key).value(row));
}

template <class Row>
Json rowsJson(const Columns<Row>& all, Keys keys, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) addCells(list.emplace_back(Json::object()), all, keys, row);
  return list;
}

}  // namespace ng::cli
