// SPDX-License-Identifier: Apache-2.0
// A recursive descent parser over the levels of a vocabulary.
#include "engine/parsing/syntax.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "engine/base/quote.h"
#include "engine/parsing/tokens.h"

namespace ng {
namespace {

class Parser {
 public:
  Parser(std::vector<Token> tokens, const Vocabulary& vocabulary)
      : tokens_(std::move(tokens)), vocabulary_(vocabulary) {}

  Statement statement() {
    Statement made;
    if (is_keyword()) {
      made.target = here().text;
      made.target_column = here().column;
      at_ += 2;
    }
    if (here().kind == Token::Kind::end)
      refuse(here().column, "an expression is missing", {}, vocabulary_.operand);
    made.value = whole();
    return made;
  }
  Syntax whole() {
    Syntax made = expression();
    if (here().kind != Token::Kind::end) unexpected(vocabulary_.after);
    return made;
  }

 private:
  using Kind = Syntax::Kind;
  using Level = Vocabulary::Level;

  // -- tokens ---------------------------------------------------------------------------------
  static bool is(const Token& token, std::string_view sign) {
    return token.kind == Token::Kind::sign && token.text == sign;
  }
  const Token& here() const { return tokens_[at_]; }
  bool is_keyword() const { return here().kind == Token::Kind::name && is(tokens_[at_ + 1], "="); }
  bool is_one_of(const std::vector<std::string_view>& signs) const {
    return std::any_of(signs.begin(), signs.end(), [&](auto each) { return is(here(), each); });
  }
  bool take(std::string_view sign) {
    if (!is(here(), sign)) return false;
    ++at_;
    return true;
  }
  void need(const char* sign, const std::string& why) {
    if (!take(sign)) unexpected(quote(sign) + why);
  }
  [[noreturn]] void refuse(int column, std::string what, std::string found,
                           std::string expected) const {
    vocabulary_.refuse({column, std::move(what), std::move(found), std::move(expected)});
    std::abort();
  }
  [[noreturn]] void unexpected(const std::string& expected) const {
    const Token& token = here();
    const bool end = token.kind == Token::Kind::end;
    refuse(token.column, end ? "the line ends too early" : "unexpected token",
           end ? "" : quote(token.text), expected);
  }

  static Syntax node(Kind kind, int column, std::string text = {}, std::vector<Syntax> parts = {}) {
    Syntax made;
    made.kind = kind;
    made.column = column;
    made.text = std::move(text);
    made.parts = std::move(parts);
    return made;
  }

  struct Deeper {
    explicit Deeper(Parser& parser) : parser(parser) {
      if (++parser.depth_ > parser.vocabulary_.deepest)
        parser.refuse(parser.here().column, "brackets are nested too deeply",
                      "more than " + std::to_string(parser.vocabulary_.deepest) + " levels",
                      "fewer brackets and signs");
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  // -- operators ------------------------------------------------------------------------------
  Syntax expression(std::size_t level = 0) {
    if (level == vocabulary_.levels.size()) return postfix();
    switch (vocabulary_.levels[level].kind) {
      case Level::Kind::chain:
      case Level::Kind::once: return chain(level);
      case Level::Kind::prefix: return prefix(level);
      case Level::Kind::power: break;
    }
    return power(level);
  }

  // Does a term follow without an operator?
  bool is_adjacent(const Level& level) const {
    if (!level.adjacent || here().kind == Token::Kind::end || is(here(), ")")) return false;
    return std::none_of(vocabulary_.levels.begin(), vocabulary_.levels.end(),
                        [&](const Level& each) {
                          return each.kind != Level::Kind::prefix && is_one_of(each.signs);
                        });
  }

  Syntax chain(std::size_t at) {
    const Level& level = vocabulary_.levels[at];
    Syntax first = expression(at + 1);
    const auto continues = [&] { return is_one_of(level.signs) || is_adjacent(level); };
    if (!continues()) return first;
    Syntax made = node(Kind::binary, here().column);
    made.parts.push_back(std::move(first));
    do add_term(made, level, at + 1);
    while (level.kind == Level::Kind::chain && continues());
    return made;
  }
  void add_term(Syntax& to, const Level& level, std::size_t operand) {
    to.column = here().column;
    const bool adjacent = !is_one_of(level.signs);
    to.signs.push_back({adjacent ? std::string(level.signs[0]) : here().text, here().column});
    if (!adjacent) ++at_;
    to.parts.push_back(expression(operand));
  }

  Syntax prefix(std::size_t at) {
    const Token sign = here();
    if (!is_one_of(vocabulary_.levels[at].signs)) return expression(at + 1);
    ++at_;
    Deeper deeper(*this);
    Syntax made = node(Kind::unary, sign.column, sign.text);
    made.parts.push_back(prefix(at));
    return made;
  }

  Syntax power(std::size_t at) {
    const Level& level = vocabulary_.levels[at];
    Syntax base = expression(at + 1);
    if (!is_one_of(level.signs)) return base;
    Deeper deeper(*this);
    Syntax made = node(Kind::binary, here().column);
    made.parts.push_back(std::move(base));
    add_term(made, level, at - 1);
    return made;
  }

  // -- terms ----------------------------------------------------------------------------------
  // x[1, 2:5], and Python's .named("y").
  Syntax postfix() {
    Syntax value = atom();
    for (int links = 0;; ++links) {
      const int column = here().column;
      if (links > vocabulary_.deepest)
        refuse(column, "too many consecutive slices and methods", {}, "fewer of them");
      if (take("[")) {
        std::vector<Syntax> parts;
        parts.push_back(std::move(value));
        while (!is(here(), "]")) {
          parts.push_back(item());
          if (!take(",")) break;
        }
        need("]", " after the items");
        value = node(Kind::subscript, column, {}, std::move(parts));
      } else if (vocabulary_.python_terms && take(".")) {
        if (here().kind != Token::Kind::name) unexpected("a name after '.'");
        const std::string method = tokens_[at_++].text;
        if (value.kind == Kind::name && value.text == "ng") {
          value = called(method, column);
          continue;
        }
        need("(", " after ." + method);
        Syntax call = arguments(method, column);
        call.parts.insert(call.parts.begin(), std::move(value));
        value = std::move(call);
      } else {
        return value;
      }
    }
  }

  Syntax item() {
    const int column = here().column;
    const bool named = vocabulary_.axis_items && here().kind == Token::Kind::name;
    if (named && (is_keyword() || tokens_[at_ + 1].kind == Token::Kind::number)) {
      Syntax made = node(Kind::axis_item, column, tokens_[at_++].text);
      take("=");
      made.parts.push_back(expression());
      return made;
    }
    std::vector<Syntax> parts;
    bool range = false;
    for (;;) {
      const bool empty = is(here(), ":") || is(here(), "]") || is(here(), ",");
      parts.push_back(empty ? node(Kind::none, here().column) : expression());
      if (!take(":")) break;
      range = true;
    }
    if (!range) return std::move(parts.front());
    if (parts.size() > 3)
      refuse(column, "a slice has at most start, stop and step", {}, "two colons at most");
    return node(Kind::range, column, {}, std::move(parts));
  }

  // A name or a call.
  Syntax called(const std::string& name, int column) {
    if (take("(")) return arguments(name, column);
    return node(Kind::name, column, name);
  }

  Syntax constant(const Token& token) {
    if (token.text == "None") return node(Kind::none, token.column);
    if (token.text != "True" && token.text != "False") return called(token.text, token.column);
    Syntax made = node(Kind::flag, token.column);
    made.number = token.text == "True" ? 1 : 0;
    return made;
  }

  Syntax arguments(const std::string& function, int column) {
    Syntax call = node(Kind::call, column, function);
    std::set<std::string> keys;
    while (!is(here(), ")")) {
      if (is_keyword()) {
        const std::string key = here().text;
        if (!keys.insert(key).second)
          refuse(here().column, "duplicate argument", quote(key), "each argument once");
        at_ += 2;
        call.keywords.push_back({key, expression()});
      } else {
        if (!call.keywords.empty())
          refuse(here().column, "positional arguments must precede keyword arguments", {},
                 "a keyword argument");
        call.parts.push_back(expression());
      }
      if (!take(",")) break;
    }
    call.end_column = here().column;
    need(")", " or \",\" after an argument of " + function);
    return call;
  }

  Syntax list(const char* end, int column) {
    Syntax made = node(Kind::list, column);
    while (!is(here(), end)) {
      made.parts.push_back(expression());
      if (vocabulary_.python_terms && is(here(), ":")) with_length(made.parts.back());
      if (!take(",")) break;
    }
    need(end, end[0] == ')' ? "" : " at the end of the list");
    return made;
  }

  // An axis with its length, as shapes are printed: (C: 4, N: 32).
  void with_length(Syntax& axis) {
    ++at_;
    Syntax item = node(Kind::axis_item, axis.column, axis.text);
    item.parts.push_back(std::move(axis));
    item.parts.push_back(expression());
    axis = std::move(item);
  }

  // (x + 1), or a tuple.
  Syntax bracket(int column) {
    Syntax inside = list(")", column);
    const bool tuple = inside.parts.size() != 1 || is(tokens_[at_ - 2], ",");
    return tuple ? inside : std::move(inside.parts.front());
  }

  Syntax dict(int column) {
    Syntax made = node(Kind::dict, column);
    while (!is(here(), "}")) {
      if (here().kind != Token::Kind::text) unexpected("a key in quotes");
      const std::string key = tokens_[at_++].text;
      need(":", " after a key");
      made.keywords.push_back({key, expression()});
      if (!take(",")) break;
    }
    need("}", " at the end");
    return made;
  }

  Syntax atom() {
    Deeper deeper(*this);
    const Token token = here();
    if (token.kind == Token::Kind::end) unexpected(vocabulary_.operand);
    ++at_;
    Syntax made = node(Kind::number, token.column, token.text);
    made.number = token.number;
    switch (token.kind) {
      case Token::Kind::number:
        if (token.whole) made.kind = Kind::whole;
        return made;
      case Token::Kind::text: made.kind = Kind::text; return made;
      case Token::Kind::id: made.kind = Kind::id; return made;
      case Token::Kind::name:
        return vocabulary_.python_terms ? constant(token) : called(token.text, token.column);
      default: break;
    }
    if (token.text == "(") return bracket(token.column);
    if (token.text == "[") return list("]", token.column);
    if (token.text == "{") return dict(token.column);
    --at_;
    unexpected(vocabulary_.operand);
  }

  const std::vector<Token> tokens_;
  const Vocabulary& vocabulary_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Statement parse_statement(std::string_view text, const Vocabulary& vocabulary, int columns_before) {
  return Parser(tokens_of(text, vocabulary, columns_before), vocabulary).statement();
}

Syntax parse_expression(std::string_view text, const Vocabulary& vocabulary) {
  return Parser(tokens_of(text, vocabulary, 0), vocabulary).whole();
}

}  // namespace ng
