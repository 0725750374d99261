// SPDX-License-Identifier: Apache-2.0
// Words, "and", "or", "not" and parentheses.
#include "engine/records/op_query.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/parsing/syntax.h"
#include "engine/records/op_terms.h"
#include "engine/records/text_test.h"

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
  if (open == '"') refuse_query(text.size(), "the end", "a closing \"");
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

OpTest test_of(const Syntax& syntax) {
  if (syntax.kind == Syntax::Kind::text)
    return op_term(syntax.text, static_cast<std::size_t>(syntax.column - 1));
  if (syntax.kind == Syntax::Kind::list)
    refuse_query(static_cast<std::size_t>(syntax.column), "')'", "a word");
  std::vector<OpTest> tests;
  for (const Syntax& part : syntax.parts) tests.push_back(test_of(part));
  if (syntax.kind == Syntax::Kind::unary) {
    return [inner = std::move(tests[0])](const OpRecord& op, const QueryFacts& facts) {
      return !inner(op, facts);
    };
  }
  const bool any = syntax.signs[0].text == "or";
  return [any, tests = std::move(tests)](const OpRecord& op, const QueryFacts& facts) {
    const auto matches = [&](const OpTest& test) { return test(op, facts); };
    return any ? std::any_of(tests.begin(), tests.end(), matches)
               : std::all_of(tests.begin(), tests.end(), matches);
  };
}

}  // namespace

OpQuery::OpQuery(std::string_view text) {
  if (text.find_first_not_of(spaces) == text.npos) return;
  test_ = test_of(parse_expression(text, vocabulary()));
}

std::vector<OpKey> find_ops(const GraphRecord& graph, const OpQuery& query,
                            const QueryFacts& facts) {
  std::vector<OpKey> found;
  for (const OpRecord& op : graph.ops)
    if (query.matches(op, facts)) found.push_back(op.id);
  return found;
}

}  // namespace ng
