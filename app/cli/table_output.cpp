// SPDX-License-Identifier: Apache-2.0
#include "app/cli/table_output.h"

#include <cmath>
#include <cstdio>

namespace ng::cli {
namespace {

std::string realText(CellKind kind, double value) {
  if (kind == CellKind::value || kind == CellKind::element) return number(value);
  const NumberForm form = number_form(kind, value);
  if (form.grouped) return grouped(std::llround(value));
  const char* format = form.significant ? "%.*g" : kind == CellKind::change ? "%+.*f" : "%.*f";
  char text[64];
  std::snprintf(text, sizeof text, format, form.significant ? 4 : form.decimals, value);
  return text;
}

std::string integerText(CellKind kind, std::int64_t value) {
  if (kind == CellKind::bytes) return byteText(value);
  return (kind == CellKind::change && value > 0 ? "+" : "") + grouped(value);
}

std::string listText(const auto& values, auto text) {
  std::string all;
  for (const auto& value : values) all += (all.empty() ? "" : ", ") + text(value);
  return all;
}

bool haveNames(const std::vector<AxisRecord>& axes) {
  return std::any_of(axes.begin(), axes.end(),
                     [](const AxisRecord& axis) { return !axis.name.empty(); });
}

// "(C: 4, N: 128)", or the lengths only if the axes have no names.
std::string namedAxesText(const std::vector<AxisRecord>& axes) {
  if (axes.empty() || haveNames(axes)) return axesText(axes);
  Shape shape;
  for (const AxisRecord& axis : axes) {
    if (!axis.length) return axesText(axes);
    shape.push_back(*axis.length);
  }
  return to_string(shape);
}

// What a table of the web page is sorted by.
Json sortJson(const Cell& cell) {
  if (const auto* real = std::get_if<double>(&cell)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&cell)) return *integer;
  if (const auto* steps = std::get_if<StepRange>(&cell)) return steps->first;
  return {};
}

}  // namespace

std::string cellText(const ColumnInfo& column, const Cell& cell) {
  return std::visit(
      Overloaded{
          [](std::monostate) { return std::string(); },
          [](bool value) { return std::string(value ? "yes" : ""); },
          [&](std::int64_t value) { return integerText(column.kind, value); },
          [&](double value) { return realText(column.kind, value * column.scale); },
          [&](const Number& value) {
            return value.is_integer() ? number(value)
                                      : realText(column.kind, value.real() * column.scale);
          },
          [](const std::string& text) { return text; },
          [](const Words& words) { return listText(words, [](const auto& word) { return word; }); },
          [](const Integers& values) {
            return listText(values, [](std::int64_t value) { return std::to_string(value); });
          },
          [](const StepRange& steps) {
            return std::to_string(steps.first) + "-" + std::to_string(steps.last);
          },
          [](const std::vector<AxisRecord>& axes) { return namedAxesText(axes); }},
      cell);
}

Json cellJson(const Cell& cell) {
  return std::visit(
      Overloaded{[](std::monostate) { return Json(); },
                 [](double value) { return numberJson(value); },
                 [](const StepRange& steps) { return Json({steps.first, steps.last}); },
                 [](const Number& value) { return numberJson(value); },
                 [](const std::vector<AxisRecord>& axes) {
                   Json names = Json::array();
                   if (haveNames(axes))
                     for (const AxisRecord& axis : axes) names.push_back(axis.name);
                   return names;
                 },
                 [](const auto& value) { return Json(value); }},
      cell);
}

std::string ShownCells::text() const {
  if (rows.empty()) return {};
  std::vector<std::string> titles;
  for (const ColumnInfo& column : columns)
    titles.push_back((is_number(column.kind) ? ">" : "") + small_heading(column));
  Table table(titles);
  for (const std::vector<Cell>& row : rows) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < row.size(); ++i) texts.push_back(cellText(columns[i], row[i]));
    table.add(std::move(texts));
  }
  return table.text();
}

Json ShownCells::webJson() const {
  Json heads = Json::array(), lines = Json::array();
  for (const ColumnInfo& column : columns)
    heads.push_back({{"title", heading(column)}, {"number", is_number(column.kind)}});
  for (const std::vector<Cell>& row : rows) {
    Json line = Json::array();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string text = cellText(columns[i], row[i]);
      const Json sort = sortJson(row[i]);
      line.push_back({{"text", text}, {"sort", sort.is_null() ? Json(text) : sort}});
    }
    lines.push_back(std::move(line));
  }
  return {{"columns", std::move(heads)}, {"rows", std::move(lines)}};
}

}  // namespace ng::cli
