// SPDX-License-Identifier: Apache-2.0
// Rows of a CSV text in UTF-8 (RFC 4180), strict; messages name file and line.
#pragma once

#include <string>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

class CsvRows {
 public:
  // Reads all of `reader`, which must outlive this object. Check its size first.
  explicit CsvRows(Reader& reader);

  // The cells of the next line that is not blank; false at the end. Cells are trimmed unless they
  // are quoted. Throws bad_file Errors for broken quotes and cells beyond the limit of names.
  bool next(std::vector<std::string>& cells);
  int line() const { return line_; }             // of the last row, from 1
  double number(const std::string& cell) const;  // finite, else a bad_file Error
  [[noreturn]] void fail(std::string what, std::string found, std::string expected) const;

 private:
  std::string cell();
  std::string quoted();

  const Reader& reader_;
  std::string text_;
  std::size_t at_ = 0;
  int line_ = 0, ended_ = 0;  // of the row; lines before at_
};

}  // namespace ng
