// SPDX-License-Identifier: Apache-2.0
// Text output on standard output: numbers, values and tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/number.h"
#include "engine/records/axis_record.h"
#include "engine/records/records.h"

namespace ng::cli {

// Writes an answer to standard output. Errors go to standard error instead.
void print(const std::string& text);

std::size_t columns(const std::string& text);               // number of code points
std::string number(double value);                           // 9 significant digits
std::string number(const Number& value);                    // all digits of an integer
std::string grouped(std::int64_t value);                    // "79,510"
std::string byteText(std::int64_t bytes);                   // "1.0 KiB"
std::string axesText(const std::vector<AxisRecord>& axes);  // "(C: 4, N: 128)"
// "L = 0.69314718" for a scalar; for arrays "W (C: 4)" followed by the elements.
std::string valueText(const TensorRecord& record);
// "1 op", "79,510 ops"; counted(), for exact sizes, does not group digits.
std::string plural(std::int64_t count, const std::string& word);

// Text table: columns are as wide as their widest cell; columns whose header starts with '>' are
// right-aligned; the last column is not padded.
class Table {
 public:
  explicit Table(std::vector<std::string> headers);
  void add(std::vector<std::string> row);
  std::string text() const;
  bool empty() const { return rows_.size() == 1; }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<bool> right_;
};

}  // namespace ng::cli
