// SPDX-License-Identifier: Apache-2.0
// Syntax tree of an edit line: `L = cross_entropy_binary(Y_hat, Y, out_axes=[]) /
// batch_size(Y_hat)`. A subset of Python's expression grammar. Names are not resolved here.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"

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

struct Keyword;

struct Syntax {
  enum class Kind {
    none,       // None
    flag,       // True, False: in `number`
    whole,      // an integer, 4
    number,     // 0.5
    text,       // "mnist"
    name,       // W
    id,         // #5, an op id: in `number`
    list,       // [C, N], (1, 2)
    dict,       // {"pad_h": 1}: keywords
    call,       // `text` is the function; parts, keywords
    unary,      // `text` is the operator
    binary,     // parts[0] signs[0] parts[1] signs[1] …, from left to right
    subscript,  // parts[0][parts[1…]]
    range       // 2:5:1, each part may be none
  };
  Kind kind = Kind::none;
  int column = 0;
  std::string text;
  double number = 0;
  std::vector<Syntax> parts;
  std::vector<Keyword> keywords;
  struct Sign {
    std::string text;
    int column = 0;
  };
  std::vector<Sign> signs;
};

struct Keyword {
  std::string name;
  Syntax value;
};

// A statement: `target = value`, or only a value.
struct Statement {
  std::string target;  // empty: none
  int target_column = 0;
  Syntax value;
};

// One statement of a line and its offset in the line.
struct StatementText {
  std::string text;
  int before = 0;
};
// Splits a line at ";".
std::vector<StatementText> statements_of(const std::string& line);

// EditErrors name the column in the line and the expected text.
Statement parse_statement(const StatementText& statement);

// Limits of line length, and of nesting of brackets, powers, slices and methods.
constexpr std::size_t longest_line = 100'000;
constexpr int deepest = 200;

}  // namespace ng::editing
