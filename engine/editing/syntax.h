// SPDX-License-Identifier: Apache-2.0
// A line of an edit as a tree: `L = cross_entropy_binary(Y_hat, Y, out_axes=[]) / batch_size(Y_hat)`.
// Python's grammar of expressions as far as graphs need it. Nothing is looked up here.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/error.h"

namespace ng::editing {

// A refusal with the column, from 1, of the line's text that is to blame; 0: the line as a whole.
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
    whole,      // 4
    number,     // 0.5
    text,       // "mnist"
    name,       // W
    id,         // #5, an op by its id: in `number`
    list,       // [C, N], (1, 2)
    dict,       // {"pad_h": 1}: keywords
    call,       // `text` is the function: parts, keywords
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

// What a line says: `target = value`, or a value alone.
struct Statement {
  std::string target;  // empty: none
  int target_column = 0;
  Syntax value;
};

// One statement of a line, and how many characters of the line are before it.
struct StatementText {
  std::string text;
  int before = 0;
};
// Statements are joined by ";".
std::vector<StatementText> statements_of(const std::string& line);

// EditErrors name the column in the line and what was expected there.
Statement parse_statement(const StatementText& statement);

// Lines beyond this are refused, and brackets, powers, slices and methods deeper than this.
constexpr std::size_t longest_line = 100'000;
constexpr int deepest = 200;

}  // namespace ng::editing
