// SPDX-License-Identifier: Apache-2.0
// The syntax that searches for ops and for events share: words, "and", "or", "not", parentheses,
// quotes, and numbers with units.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/parsing/syntax.h"

namespace ng {

// A text without words is no search: see is_blank().
Syntax parse_search(std::string_view text);
bool is_blank(std::string_view text);

// Throws the error of a search: "column 7", what was found and what is expected.
[[noreturn]] void refuse_query(std::size_t column, std::string found, std::string expected);

// What numbers measure: 10µs (or us) and 1.5ms; 512, 1MiB; 12, 2k.
enum class Amount { time, bytes, count };

// A comparison such as "time>10µs": its value is in µs, bytes, or 1.
struct Comparison {
  std::string sign;
  double limit = 0;
  bool holds(double value) const;
};
// The end of a field name that a comparison follows; nullopt: `word` contains no sign.
std::optional<std::size_t> comparison_sign(std::string_view word);
// `column`: of the word, from 0; `sign_at`: as found by comparison_sign().
Comparison read_comparison(const std::string& word, std::size_t sign_at, Amount amount,
                           std::size_t column);
// The whole text as a number; `column` is its first column.
double read_amount(const std::string& text, Amount amount, std::size_t column);

// The words before a colon or a comparison sign, outside of quotes.
std::vector<std::string> searched_fields(std::string_view search);

// Test is a std::function<bool(...)>; `term(word, column)` makes that of a word.
template <class Test, class Term>
Test search_test(const Syntax& syntax, const Term& term) {
  if (syntax.kind == Syntax::Kind::text)
    return term(syntax.text, static_cast<std::size_t>(syntax.column - 1));
  if (syntax.kind == Syntax::Kind::list)
    refuse_query(static_cast<std::size_t>(syntax.column), "')'", "a word");
  std::vector<Test> tests;
  for (const Syntax& part : syntax.parts) tests.push_back(search_test<Test>(part, term));
  if (syntax.kind == Syntax::Kind::unary)
    return [inner = std::move(tests[0])](const auto&... of) { return !inner(of...); };
  const bool any = syntax.signs[0].text == "or";
  return [any, tests = std::move(tests)](const auto&... of) {
    const auto matches = [&](const Test& test) { return test(of...); };
    return any ? std::any_of(tests.begin(), tests.end(), matches)
               : std::all_of(tests.begin(), tests.end(), matches);
  };
}

}  // namespace ng
