// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/cli/json.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"
#include "engine/graph/axis_name.h"
#include "engine/records/tensor_record.h"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace ng::cli {

// Number of code points, which equals terminal columns for everything printed here.
std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

Json parsed(const std::string& json) {
  return Json::parse(json);
}

void printJson(const Json& json) {
  print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string number(double value) {
  if (std::isnan(value)) return "nan";  // without a sign
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string number(const Number& value) {
  return value.is_integer() ? to_string(value.integer()) : number(value.real());
}

std::string grouped(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string byteText(std::int64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " B";
  constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (size >= 1024 && unit < 3) size /= 1024, ++unit;
  char text[40];
  std::snprintf(text, sizeof text, "%.1f %s", size, units[unit]);
  return text;
}

std::string axesText(const std::vector<AxisRecord>& axes) {
  std::string text = "(";
  for (const AxisRecord& axis : axes) {
    text += (text.size() > 1 ? ", " : "") + shown_axis_name(axis.name);
    text += ": " + length_text(axis);
  }
  return text + ")";
}

std::string valueText(const TensorRecord& record) {
  if (record.value.shape.empty() && record.value.size() == 1) {
    return record.name + " = " + number(number_at(record.value, 0));
  }
  std::string values = to_string(record.value, 9);
  for (std::size_t at = 0; (at = values.find("-nan", at)) != values.npos;) values.erase(at, 1);
  return record.name + " " + axesText(record.axes) + "\n" + values;
}

std::string plural(std::int64_t count, const std::string& word) {
  return grouped(count) + " " + word + (count == 1 ? "" : "s");
}

namespace {

// A name in a file can hold characters that move the cursor or set the colours of a terminal.
std::string withEscapes(const std::string& text) {
  std::string out;
  for (const char c : text) {
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned char>(c));
    out += has_control_character({&c, 1}) ? std::string(escape) : std::string(1, c);
  }
  return out;
}

}  // namespace

Table::Table(std::vector<std::string> headers) {
  for (std::string& header : headers) {
    right_.push_back(header.starts_with(">"));
    if (right_.back()) header.erase(0, 1);
  }
  rows_.push_back(std::move(headers));
}

void Table::add(std::vector<std::string> row) {
  for (std::string& text : row)
    if (has_control_character(text)) text = withEscapes(text);
  rows_.push_back(std::move(row));
}

std::string Table::text() const {
  std::vector<std::size_t> widths(right_.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - columns(row[i]), ' ');
      line += (i ? "  " : "") + (right_[i] ? space + row[i] : row[i] + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace ng::cli
