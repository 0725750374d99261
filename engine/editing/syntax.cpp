// SPDX-License-Identifier: Apache-2.0
#include "engine/editing/syntax.h"

#include <cctype>

#include "engine/base/characters.h"

namespace ng::editing {
namespace {

constexpr std::size_t longest_line = 100'000;

const Vocabulary& vocabulary() {
  using Kind = Vocabulary::Level::Kind;
  static const Vocabulary python = {.levels = {{Kind::chain, {"<", "<=", ">", ">=", "==", "!="}},
                                               {Kind::chain, {"+", "-"}},
                                               {Kind::chain, {"*", "/", "//", "%"}},
                                               {Kind::prefix, {"-", "+"}},
                                               {Kind::power, {"**"}}},
                                    .operand = "an op's name, a number or a call",
                                    .after = "an operator, or the end of the line",
                                    .deepest = 200,
                                    .python_terms = true,
                                    .refuse = [](SyntaxFault fault) {
                                      refuse_at(fault.column, std::move(fault.what),
                                                std::move(fault.found), std::move(fault.expected));
                                    }};
  return python;
}

}  // namespace

void refuse_at(int column, std::string what, std::string found, std::string expected,
               std::string action) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  if (column > 0) diagnostic.where = "column " + std::to_string(column);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  diagnostic.action = std::move(action);
  throw EditError(std::move(diagnostic), column);
}

std::vector<StatementText> statements_of(const std::string& line) {
  if (line.size() > longest_line) refuse_at(0, "the line is too long");
  std::vector<StatementText> parts;
  std::size_t begin = 0, characters = 0;  // of the current statement; before it
  char quoted = 0;
  const auto add = [&](std::size_t end) {
    const std::string part = line.substr(begin, end - begin);
    if (part.find_first_not_of(" \t") != part.npos)
      parts.push_back({part, static_cast<int>(characters)});
    characters += characters_in(part) + 1;
    begin = end + 1;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quoted && line[i] == '\\')
      ++i;
    else if (quoted)
      quoted = line[i] == quoted ? char{0} : quoted;
    else if (line[i] == '"' || line[i] == '\'')
      quoted = line[i];
    else if (line[i] == ';')
      add(i);
  }
  add(line.size());
  if (parts.empty()) parts.push_back({line, 0});
  return parts;
}

// Blanks the prefix of Python's module, `ng.variable(…)`, so that columns stay the same.
static std::string without_module(std::string text) {
  char quoted = 0;
  const auto in_name = [&](std::size_t at) {
    const unsigned char c = static_cast<unsigned char>(text[at]);
    return std::isalnum(c) != 0 || c == '_' || c == '.';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\')
      ++i;
    else if (quoted)
      quoted = text[i] == quoted ? char{0} : quoted;
    else if (text[i] == '"' || text[i] == '\'')
      quoted = text[i];
    else if (text.compare(i, 3, "ng.") == 0 && (i == 0 || !in_name(i - 1)))
      text.replace(i, 3, 3, ' ');
  }
  return text;
}

Statement parse_statement(const StatementText& statement) {
  if (statement.text.size() > longest_line) refuse_at(0, "the line is too long");
  return ng::parse_statement(without_module(statement.text), vocabulary(), statement.before);
}

}  // namespace ng::editing
