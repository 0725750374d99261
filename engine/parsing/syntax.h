// SPDX-License-Identifier: Apache-2.0
// The expression language of schedules, watches, searches and edit lines: a subset of Python's
// expression grammar as a tree with positions. Each use has a vocabulary; names are not resolved
// here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ng {

struct Keyword;

struct Syntax {
  enum class Kind {
    none,       // None
    flag,       // True, False: in `number`
    whole,      // an integer, 4
    number,     // 0.5
    text,       // "mnist"
    name,       // W; a word of a search
    id,         // #5, an op id: in `number`
    list,       // [C, N], (1, 2)
    dict,       // {"pad_h": 1}: keywords
    call,       // `text` is the function; parts, keywords
    unary,      // `text` is the operator
    binary,     // parts[0] signs[0] parts[1] signs[1] …, from left to right
    subscript,  // parts[0][parts[1…]]
    range,      // 2:5:1, each part may be none
    axis_item   // C 0 or C=0 in brackets: `text` is the axis; (C: 4): also parts axis and length
  };
  Kind kind = Kind::none;
  int column = 0;      // from 1, in characters
  int end_column = 0;  // of the bracket that ends a call
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

struct Token {
  enum class Kind { end, number, text, name, id, sign };
  Kind kind = Kind::end;
  int column = 0;
  std::string text;
  bool whole = false;
  double number = 0;
};

struct SyntaxFault {
  int column = 0;  // 0: the whole text
  std::string what, found, expected;
};

// The operators and limits of one use of expressions.
struct Vocabulary {
  struct Level {
    enum class Kind { chain, once, prefix, power } kind = Kind::chain;
    std::vector<std::string_view> signs;
    bool adjacent = false;  // adjacent terms are joined too, as by the first sign
  };
  std::vector<Level> levels;  // lowest precedence first; `power` follows a `prefix`
  std::string operand;        // for messages: what an expression begins with
  std::string after;          // and what may follow one
  int deepest = 100;          // nesting of brackets, signs, powers, slices and methods
  bool python_terms = false;  // None, True and False are no names; x.method()
  bool axis_items = false;    // x[C 0], x[C=0], with names such as C-1
  // Replaces the lexer: the next token from `at`, its column in bytes. Null: Python's tokens.
  std::function<Token(std::string_view text, std::size_t& at, const Token& before)> next_token = {};
  std::function<void(SyntaxFault)> refuse = {};  // throws
};

// Columns in faults and trees are those of the text plus `columns_before`.
Statement parse_statement(std::string_view text, const Vocabulary& vocabulary,
                          int columns_before = 0);
Syntax parse_expression(std::string_view text, const Vocabulary& vocabulary);

}  // namespace ng
