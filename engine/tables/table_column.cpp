// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/table_column.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace ng {
namespace {

bool is_small(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

}  // namespace

std::string heading(const ColumnInfo& column) {
  const std::string title(column.title), unit(column.unit);
  if (title.empty() || unit.empty()) return title + unit;
  return is_small(title.front()) ? unit + " " + title : title + " " + unit;
}

std::string small_heading(const ColumnInfo& column) {
  std::string text = heading(column);
  const std::string_view first = std::string_view(text).substr(0, text.find(' '));
  const bool word = first.size() > 1 && is_capital(first[0]) &&
                    std::all_of(first.begin() + 1, first.end(), is_small);
  if (word) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

NumberForm number_form(CellKind kind, double value) {
  const double size = std::abs(value);
  if (kind == CellKind::figures) return {.significant = true};
  if (kind == CellKind::change) return {.decimals = size < 9.95 ? 1 : 0};
  if (kind != CellKind::measure) return {};
  if (size >= 1000 && std::isfinite(size)) return {.grouped = true};
  if (size > 0 && size < 0.01) return {.significant = true};
  return {.decimals = size < 10 ? 2 : 1};
}

bool is_absent(const Cell& cell) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) return true;
        if constexpr (requires { value.empty(); }) return value.empty();
        return false;
      },
      cell);
}

}  // namespace ng
