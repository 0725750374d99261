// SPDX-License-Identifier: Apache-2.0
// Recursive descent parser for words, "and", "or", "not" and parentheses.
#include "engine/records/op_query.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/records/op_terms.h"

namespace ng {
namespace {

constexpr int deepest = 64;  // nesting limit of parentheses

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  OpTest parse() {
    skip();
    if (at_ == text_.size()) return {};
    OpTest test = either();
    if (at_ < text_.size()) refuse_query(at_, "')'", "'(' before it");
    return test;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  // Reads a word at `at`; quotes may contain spaces and are removed.
  std::string word(std::size_t& at) const {
    std::string result;
    char open = 0;  // '"', '/' of a regular expression, or '['
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (!open && (c == ' ' || c == '\t' || c == '(' || c == ')')) break;
      if (!open && (c == '"' || c == '[' || (c == '/' && begins(result)))) {
        open = c;
        if (c == '"') continue;
      } else if (open && c == (open == '[' ? ']' : open)) {
        const bool quote = open == '"';
        open = 0;
        if (quote) continue;
      }
      result += c;
    }
    if (open == '"') refuse_query(text_.size(), "the end", "a closing \"");
    return result;
  }
  static bool begins(const std::string& word) { return word.empty() || word.back() == ':'; }

  // Consumes the keyword "and", "or" or "not" if it is the next word.
  bool take(const char* keyword) {
    std::size_t end = at_;
    if (end < text_.size() && text_[end] == '"') return false;
    std::string low;
    while (end < text_.size() && text_[end] != ' ' && text_[end] != '(' && text_[end] != ')')
      low += static_cast<char>(text_[end] | 0x20), ++end;
    if (low != keyword) return false;
    at_ = end;
    skip();
    return true;
  }

  // Combines the terms in one flat list, so that long queries do not recurse.
  OpTest either() {
    std::vector<OpTest> tests{both()};
    while (take("or")) tests.push_back(both());
    if (tests.size() == 1) return std::move(tests.front());
    return [tests = std::move(tests)](const OpRecord& op, const QueryFacts& facts) {
      return std::any_of(tests.begin(), tests.end(),
                         [&](const OpTest& test) { return test(op, facts); });
    };
  }

  OpTest both() {
    std::vector<OpTest> tests{one()};
    while (at_ < text_.size() && text_[at_] != ')') {
      const std::size_t before = at_;
      if (take("or")) {
        at_ = before;
        break;
      }
      take("and");
      tests.push_back(one());
    }
    if (tests.size() == 1) return std::move(tests.front());
    return [tests = std::move(tests)](const OpRecord& op, const QueryFacts& facts) {
      return std::all_of(tests.begin(), tests.end(),
                         [&](const OpTest& test) { return test(op, facts); });
    };
  }

  OpTest one() {
    if (++depth_ > deepest) refuse_query(at_, "more than 64 levels", "fewer parentheses");
    OpTest test = factor();
    --depth_;
    return test;
  }

  OpTest factor() {
    const bool dash =
        at_ < text_.size() && text_[at_] == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ' ';
    if (dash || take("not")) {
      at_ += dash;
      return [inner = one()](const OpRecord& op, const QueryFacts& facts) {
        return !inner(op, facts);
      };
    }
    if (at_ == text_.size()) refuse_query(at_, "the end", "a word");
    if (text_[at_] == ')') refuse_query(at_, "')'", "a word");
    if (text_[at_] == '(') {
      ++at_;
      skip();
      OpTest inner = either();
      if (at_ == text_.size()) refuse_query(at_, "the end", "')'");
      ++at_;
      skip();
      return inner;
    }
    const std::size_t from = at_;
    OpTest test = op_term(word(at_), from);
    skip();
    return test;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

OpQuery::OpQuery(std::string_view text) : test_(Parser(text).parse()) {}

}  // namespace ng
