// SPDX-License-Identifier: Apache-2.0
#include "engine/records/search/search_syntax.h"

#include <charconv>
#include <utility>

#include "engine/base/characters.h"
#include "engine/base/error.h"
#include "engine/records/search/text_test.h"

namespace ng {
namespace {

constexpr std::string_view spaces = " \t", ends_of_words = " \t()";

bool is_one_of(char c, std::string_view characters) {
  return characters.find(c) != characters.npos;
}

// Reads a word at `at`; quotes may contain spaces and are removed.
std::string read_word(std::string_view text, std::size_t& at) {
  std::string result;
  const auto begins = [&] { return result.empty() || result.back() == ':'; };
  char open = 0;  // '"', '/' of a regular expression, or '['
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (!open && is_one_of(c, ends_of_words)) break;
    if (!open && (c == '"' || c == '[' || (c == '/' && begins()))) {
      open = c;
      if (c == '"') continue;
    } else if (open && c == (open == '[' ? ']' : open)) {
      const bool quote = open == '"';
      open = 0;
      if (quote) continue;
    }
    result += c;
  }
  if (open == '"') refuse_query(characters_in(text), "the end", "a closing \"");
  return result;
}

Token next_token(std::string_view text, std::size_t& at, const Token& before) {
  at = std::min(text.find_first_not_of(spaces, at), text.size());
  Token token;
  token.column = static_cast<int>(at) + 1;
  if (at == text.size()) return token;
  token.kind = Token::Kind::sign;
  const std::size_t end = std::min(text.find_first_of(ends_of_words, at), text.size());
  const std::string word = lower_ascii(text.substr(at, end - at));
  const bool after_term =
      before.kind == Token::Kind::text || (before.kind == Token::Kind::sign && before.text == ")");
  const bool negates = at + 1 < text.size() && !is_one_of(text[at + 1], spaces);
  const bool joins = after_term && (word == "and" || word == "or");
  if (joins || word == "not") {
    token.text = word;
    at = end;
  } else if (is_one_of(text[at], "()") || (text[at] == '-' && negates)) {
    token.text = text[at++];
  } else {
    token.kind = Token::Kind::text;
    token.text = read_word(text, at);
  }
  return token;
}

const Vocabulary& vocabulary() {
  using Kind = Vocabulary::Level::Kind;
  static const Vocabulary search = {
      .levels = {{Kind::chain, {"or"}}, {Kind::chain, {"and"}, true}, {Kind::prefix, {"not", "-"}}},
      .operand = "a word",
      .after = "'(' before it",
      .deepest = 64,
      .next_token = next_token,
      .refuse = [](const SyntaxFault& fault) {
        refuse_query(static_cast<std::size_t>(fault.column - 1),
                     fault.found.empty() ? "the end" : fault.found, fault.expected);
      }};
  return search;
}

// KiB, MiB and GiB are powers of 1024, all other prefixes powers of 1000. Names in lower case.
std::optional<double> unit(Amount amount, const std::string& name) {
  struct Unit {
    std::optional<Amount> of;
    const char* name;
    double factor;
  };
  using enum Amount;
  static constexpr Unit units[] = {
      {time, "ns", 1e-3},      {time, "us", 1},    {time, "µs", 1},         {time, "ms", 1e3},
      {time, "s", 1e6},        {bytes, "b", 1},    {bytes, "kib", 1 << 10}, {bytes, "kb", 1e3},
      {bytes, "mib", 1 << 20}, {bytes, "mb", 1e6}, {bytes, "gib", 1 << 30}, {bytes, "gb", 1e9},
      {{}, "k", 1e3},          {{}, "m", 1e6},     {{}, "g", 1e9},          {{}, "", 1}};
  for (const Unit& each : units)
    if ((!each.of || each.of == amount) && name == each.name) return each.factor;
  return {};
}

}  // namespace

bool is_blank(std::string_view text) {
  return text.find_first_not_of(spaces) == text.npos;
}

Syntax parse_search(std::string_view text) {
  return parse_expression(text, vocabulary());
}

void refuse_query(std::size_t column, std::string found, std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = "The search has a syntax error.";
  diagnostic.where = "column " + std::to_string(column + 1);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::value, std::move(diagnostic));
}

double read_amount(const std::string& text, Amount amount, std::size_t column) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const char* expected = amount == Amount::time    ? "a number such as 10µs or 1.5ms"
                         : amount == Amount::bytes ? "a number such as 512 or 1MiB"
                                                   : "a number such as 12 or 2k";
  if (error != std::errc())
    refuse_query(column, text.empty() ? "nothing" : "'" + text + "'", expected);
  const auto factor = unit(amount, lower_ascii({end, text.data() + text.size()}));
  if (!factor) refuse_query(column, "'" + text + "'", expected);
  return number * *factor;
}

bool Comparison::holds(double value) const {
  if (sign == ">") return value > limit;
  if (sign == "<") return value < limit;
  if (sign == ">=") return value >= limit;
  if (sign == "<=") return value <= limit;
  return value == limit;
}

std::optional<std::size_t> comparison_sign(std::string_view word) {
  const std::size_t at = word.find_first_of("<>=");
  return at == word.npos ? std::nullopt : std::optional(at);
}

Comparison read_comparison(const std::string& word, std::size_t at, Amount amount,
                           std::size_t column) {
  const std::size_t signs = word[at] != '=' && at + 1 < word.size() && word[at + 1] == '=' ? 2 : 1;
  return {word.substr(at, signs),
          read_amount(word.substr(at + signs), amount, column + at + signs)};
}

std::vector<std::string> searched_fields(std::string_view search) {
  std::vector<std::string> fields;
  std::string name;  // leading letters of the current word
  bool quoted = false, begins = true;
  for (const char c : search) {
    if (c == '"') quoted = !quoted;
    if (begins && !quoted && !name.empty() && std::string_view(":<>=").find(c) < 4)
      fields.push_back(name);
    const bool between = !quoted && std::string_view(" ()").find(c) < 3;
    const bool letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    begins = between || (begins && (letter || (c == '-' && name.empty())));
    name = begins && letter ? name + c : "";
  }
  return fields;
}

}  // namespace ng
