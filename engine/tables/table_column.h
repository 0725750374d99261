// SPDX-License-Identifier: Apache-2.0
// A column of a table of records, defined once for every surface that shows the table: the window,
// the command line's text and JSON, and the web page. A surface picks columns by their keys and has
// one way to write each kind of cell.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/records/axis_record.h"

namespace ng {

struct StepRange {
  int first = 0, last = 0;  // inclusive
};
using Words = std::vector<std::string>;
using Integers = std::vector<std::int64_t>;

// std::monostate: absent, written as an empty text and as null in JSON.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, Number, std::string, Words,
                          Integers, StepRange, std::vector<AxisRecord>>;

// How the numbers of a column are written; `text` also for all cells that are not numbers.
enum class CellKind {
  text,
  integer,  // an exact count
  change,   // a difference, with its sign
  bytes,    // an amount of memory, in the largest fitting binary unit
  measure,  // two decimals below 10, one below 1000; four significant digits below 0.01
  decimal,  // one decimal
  figures,  // four significant digits
  value,    // of tensor elements: as many digits as the surface shows of these
  element,  // as value, with digits that tell similar elements apart
  steps,    // a StepRange
};

struct ColumnInfo {
  std::string_view key;  // unique in its table; in JSON, the name of the field
  // "Bytes". Lower case without a unit: a term, such as "dtype"; with one: the heading continues
  // the unit, as in "µs per call".
  std::string_view title;
  std::string_view unit =
      {};  // of the numbers as written: "µs", "%"; empty: none, or the title has it
  CellKind kind = CellKind::text;
  double scale = 1;           // from the cell to the unit; JSON writes the cell itself
  bool optional = false;      // not shown if it is absent from all rows
  std::string_view doc = {};  // explains the heading; empty: it needs no explanation
};

template <class Row>
struct Column : ColumnInfo {
  Cell (*value)(const Row& row) = nullptr;
  // Text that is shown, but not written as JSON, in place of the value; empty: the value.
  std::string (*instead)(const Row& row) = nullptr;
  std::string (*tip)(const Row& row) = nullptr;  // more about the cell; null: nothing
};
template <class Row>
using Columns = std::vector<Column<Row>>;
using Keys = std::initializer_list<std::string_view>;

inline bool is_number(CellKind kind) {
  return kind != CellKind::text;
}

// The title with the unit: "Saving µs", "% of total".
std::string heading(const ColumnInfo& column);
// As heading(), with a small first letter unless that begins an abbreviation: "bytes", "FLOP".
std::string small_heading(const ColumnInfo& column);

// Throws an ng::Error if the table has no such column.
template <class Row>
const Column<Row>& column_of(const Columns<Row>& columns, std::string_view key) {
  for (const Column<Row>& column : columns)
    if (column.key == key) return column;
  refuse(ErrorKind::internal, "no column " + quote(key) + " in this table");
}

template <class Row>
Columns<Row> columns_of(const Columns<Row>& all, Keys keys) {
  Columns<Row> picked;
  for (const std::string_view key : keys) picked.push_back(column_of(all, key));
  return picked;
}

// What a surface for reading shows: the value, or the text in its place.
template <class Row>
Cell shown_cell(const Column<Row>& column, const Row& row) {
  if (column.instead)
    if (std::string text = column.instead(row); !text.empty()) return text;
  return column.value(row);
}

bool is_absent(const Cell& cell);  // an empty text or list too

// How a real number is written; not of CellKind::value and element. `value` is in the column's
// unit.
struct NumberForm {
  bool grouped = false;      // as an integer with separators
  bool significant = false;  // with four significant digits
  int decimals = 1;          // else with these
};
NumberForm number_form(CellKind kind, double value);

// Functions for std::visit of a cell, one by type.
template <class... Types>
struct Overloaded : Types... {
  using Types::operator()...;
};

// Cells made of what records hold.
inline Cell count_cell(std::size_t count) {
  return static_cast<std::int64_t>(count);
}
template <class Values>
Integers integers(const Values& values) {
  return Integers(values.begin(), values.end());
}

}  // namespace ng
