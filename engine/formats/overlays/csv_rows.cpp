// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/overlays/csv_rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "engine/base/quote.h"
#include "engine/parsing/plain_text.h"

namespace ng {

CsvRows::CsvRows(Reader& reader) : reader_(reader), text_(reader.text(reader.remaining())) {
  at_ = text_.size() - without_byte_order_mark(text_).size();
}

void CsvRows::fail(std::string what, std::string found, std::string expected) const {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.where = quote(reader_.path()) + " line " + std::to_string(std::max(1, line_));
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

// A quote inside is doubled; a line may end inside.
std::string CsvRows::quoted() {
  std::string cell;
  for (++at_;; ++at_) {
    if (at_ == text_.size()) fail("a quote is not closed", "the end of the file", "a closing \"");
    if (text_[at_] == '\n') ++ended_;
    if (text_[at_] != '"') {
      cell += text_[at_];
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      cell += text_[++at_];
    } else {
      break;
    }
  }
  ++at_;
  const std::size_t rest = text_.find_first_not_of(" \t\r", at_);
  at_ = std::min(rest, text_.size());
  if (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\n')
    fail("text follows a closing quote", quote(std::string(1, text_[at_])),
         "a comma or a new line");
  return cell;
}

std::string CsvRows::cell() {
  const std::size_t start = text_.find_first_not_of(" \t", at_);
  if (start < text_.size() && text_[start] == '"') {
    at_ = start;
    return quoted();
  }
  const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
  const std::string_view plain = std::string_view(text_).substr(at_, end - at_);
  at_ = end;
  return std::string(trimmed(plain));
}

bool CsvRows::next(std::vector<std::string>& cells) {
  while (at_ < text_.size()) {
    cells.clear();
    line_ = ++ended_;
    for (;; ++at_) {
      cells.push_back(cell());
      reader_.check_limit("the length of a cell", cells.back().size(), reader_.limits().name_bytes);
      if (at_ >= text_.size() || text_[at_] != ',') break;
      if (cells.size() == 64) fail("a line has too many cells", "more than 64", "two");
    }
    if (at_ < text_.size()) ++at_;  // the end of the line
    if (cells.size() > 1 || !cells[0].empty()) return true;
  }
  cells.clear();
  return false;
}

double CsvRows::number(const std::string& cell) const {
  double value = 0;
  const char* end = cell.data() + cell.size();
  const auto [rest, error] = std::from_chars(cell.data(), end, value);
  const bool whole = error == std::errc() && rest == end && std::isfinite(value);
  if (!whole) fail("a value is not a number", quote(cell), "a finite number, such as -1.5e-3");
  return value;
}

}  // namespace ng
