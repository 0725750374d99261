// SPDX-License-Identifier: Apache-2.0
// Syntax of an edit line: `L = cross_entropy_binary(Y_hat, Y, out_axes=[]) / batch_size(Y_hat)`.
#pragma once

#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/parsing/syntax.h"

namespace ng::editing {

// An error with the column, from 1, of the offending text in the line; 0: the whole line.
class EditError : public Error {
 public:
  EditError(Diagnostic diagnostic, int column)
      : Error(Fault::user, ErrorKind::value, std::move(diagnostic)), column_(column) {}
  int column() const { return column_; }

 private:
  int column_;
};
[[noreturn]] void refuse_at(int column, std::string what, std::string found = {},
                            std::string expected = {}, std::string action = {});

// One statement of a line and its offset in the line.
struct StatementText {
  std::string text;
  int before = 0;
};
// Splits a line at ";".
std::vector<StatementText> statements_of(const std::string& line);

// EditErrors name the column in the line and the expected text.
Statement parse_statement(const StatementText& statement);

}  // namespace ng::editing
