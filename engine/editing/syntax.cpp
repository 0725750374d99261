// SPDX-License-Identifier: Apache-2.0
// Lexer and precedence-climbing parser.
#include "engine/editing/syntax.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

#include "engine/base/quote.h"

namespace ng::editing {
namespace {

struct Token {
  enum class Kind { end, number, text, name, id, sign };
  Kind kind = Kind::end;
  int column = 0;
  std::string text;
  bool whole = false;
  double number = 0;
};

bool starts_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Scoped names (layer1/W) are written in quotes or as #5, since a slash divides.
bool continues_name(char c) {
  return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

class Lexer {
 public:
  explicit Lexer(const StatementText& statement)
      : line_(statement.text), before_(statement.before) {}

  std::vector<Token> run() {
    if (line_.size() > longest_line) refuse_at(0, "the line is too long");
    std::vector<Token> tokens;
    do {
      tokens.push_back(next());
    } while (tokens.back().kind != Token::Kind::end);
    return tokens;
  }

 private:
  Token next() {
    while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_]))) ++at_;
    Token token;
    token.column = before_ + static_cast<int>(at_) + 1;
    if (at_ == line_.size()) return token;
    const char c = line_[at_];
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    const bool fraction = c == '.' && at_ + 1 < line_.size() &&
                          std::isdigit(static_cast<unsigned char>(line_[at_ + 1])) != 0;
    if (digit || fraction) return number(token);
    if (c == '"' || c == '\'') return quoted(token);
    if (c == '#') return id(token);
    if (starts_name(c)) {
      while (at_ < line_.size() && continues_name(line_[at_])) token.text += line_[at_++];
      token.kind = Token::Kind::name;
      return token;
    }
    return sign(token);
  }

  Token number(Token token) {
    std::size_t end = at_;
    bool whole = true;
    while (end < line_.size()) {
      const char c = line_[end];
      const bool exponent = (c == 'e' || c == 'E') && end > at_;
      const bool sign = (c == '+' || c == '-') && (line_[end - 1] == 'e' || line_[end - 1] == 'E');
      if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.' && !exponent && !sign) break;
      whole &= std::isdigit(static_cast<unsigned char>(c)) != 0;
      ++end;
    }
    token.text = line_.substr(at_, end - at_);
    token.kind = Token::Kind::number;
    token.whole = whole;
    const char* last = line_.data() + end;
    const auto [stop, error] = std::from_chars(line_.data() + at_, last, token.number);
    if (error != std::errc() || stop != last)
      refuse_at(token.column, "invalid number", quote(token.text), "a number such as 0.5 or 1e-3");
    at_ = end;
    return token;
  }

  Token quoted(Token token) {
    const char mark = line_[at_++];
    while (at_ < line_.size() && line_[at_] != mark) {
      if (line_[at_] == '\\' && at_ + 1 < line_.size()) ++at_;
      token.text += line_[at_++];
    }
    if (at_ == line_.size())
      refuse_at(token.column, "unterminated text", {}, std::string("a closing ") + mark);
    ++at_;
    token.kind = Token::Kind::text;
    return token;
  }

  Token id(Token token) {
    const char* first = line_.data() + ++at_;
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(first, line_.data() + line_.size(), number);
    if (error != std::errc() || stop == first)
      refuse_at(token.column, "an op id is missing", {}, "a number after #, as in #5");
    at_ += static_cast<std::size_t>(stop - first);
    token.kind = Token::Kind::id;
    token.number = static_cast<double>(number);
    return token;
  }

  Token sign(Token token) {
    static constexpr std::array<const char*, 6> two = {"**", "//", "<=", ">=", "==", "!="};
    token.kind = Token::Kind::sign;
    for (const char* each : two) {
      if (line_.compare(at_, 2, each) != 0) continue;
      token.text = each;
      at_ += 2;
      return token;
    }
    token.text = line_[at_++];
    if (std::string("+-*/%()[]{},:=.<>").find(token.text) == std::string::npos)
      refuse_at(token.column, "unexpected character", quote(token.text));
    return token;
  }

  const std::string& line_;
  const int before_;
  std::size_t at_ = 0;
};

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Statement run() {
    Statement statement;
    if (here().kind == Token::Kind::name && is(tokens_[at_ + 1], "=")) {
      statement.target = here().text;
      statement.target_column = here().column;
      at_ += 2;
    }
    if (here().kind == Token::Kind::end)
      refuse_at(here().column, "an expression is missing", {}, "an op's name, a number or a call");
    statement.value = comparison();
    if (here().kind != Token::Kind::end) unexpected("an operator, or the end of the line");
    return statement;
  }

 private:
  static bool is(const Token& token, const char* sign) {
    return token.kind == Token::Kind::sign && token.text == sign;
  }
  const Token& here() const { return tokens_[at_]; }
  bool take(const char* sign) {
    if (!is(here(), sign)) return false;
    ++at_;
    return true;
  }
  void need(const char* sign, const std::string& why) {
    if (!take(sign)) unexpected(quote(sign) + why);
  }
  [[noreturn]] void unexpected(const std::string& expected) const {
    const Token& token = here();
    const bool end = token.kind == Token::Kind::end;
    refuse_at(token.column, end ? "the line ends too early" : "unexpected token",
              end ? "" : quote(token.text.empty() ? "#" : token.text), expected);
  }

  static Syntax node(Syntax::Kind kind, int column, std::string text = {},
                     std::vector<Syntax> parts = {}) {
    Syntax made;
    made.kind = kind;
    made.column = column;
    made.text = std::move(text);
    made.parts = std::move(parts);
    return made;
  }

  using Level = Syntax (Parser::*)();
  Syntax chain(std::initializer_list<const char*> signs, Level next) {
    Syntax first = (this->*next)();
    const auto goes_on = [&] {
      return std::any_of(signs.begin(), signs.end(), [&](const char* each) { return is(here(), each); });
    };
    if (!goes_on()) return first;
    Syntax made = node(Syntax::Kind::binary, here().column);
    made.parts.push_back(std::move(first));
    while (goes_on()) add_term(made, next);
    return made;
  }
  void add_term(Syntax& to, Level term) {
    to.column = here().column;
    to.signs.push_back({here().text, here().column});
    ++at_;
    to.parts.push_back((this->*term)());
  }
  Syntax comparison() { return chain({"<", "<=", ">", ">=", "==", "!="}, &Parser::sum); }
  Syntax sum() { return chain({"+", "-"}, &Parser::product); }
  Syntax product() { return chain({"*", "/", "//", "%"}, &Parser::negation); }

  Syntax negation() {
    const Token sign = here();
    if (!is(sign, "-") && !is(sign, "+")) return power();
    ++at_;
    Deeper deeper(*this);
    Syntax made = node(Syntax::Kind::unary, sign.column, sign.text);
    made.parts.push_back(negation());
    return made;
  }

  Syntax power() {
    Syntax base = postfix();
    if (!is(here(), "**")) return base;
    Deeper deeper(*this);
    Syntax made = node(Syntax::Kind::binary, here().column);
    made.parts.push_back(std::move(base));
    add_term(made, &Parser::negation);
    return made;
  }

  // x[1, 2:5], and Python's .named("y").
  Syntax postfix() {
    Syntax value = atom();
    for (int links = 0;; ++links) {
      const int column = here().column;
      if (links > deepest) refuse_at(column, "too many consecutive slices and methods");
      if (take("[")) {
        std::vector<Syntax> parts;
        parts.push_back(std::move(value));
        while (!is(here(), "]")) {
          parts.push_back(item());
          if (!take(",")) break;
        }
        need("]", " after the items");
        value = node(Syntax::Kind::subscript, column, {}, std::move(parts));
      } else if (take(".")) {
        if (here().kind != Token::Kind::name) unexpected("a name after '.'");
        const std::string method = tokens_[at_++].text;
        if (value.kind == Syntax::Kind::name && value.text == "ng") {
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
    std::vector<Syntax> parts;
    bool range = false;
    for (;;) {
      const bool empty = is(here(), ":") || is(here(), "]") || is(here(), ",");
      parts.push_back(empty ? node(Syntax::Kind::none, here().column) : sum());
      if (!take(":")) break;
      range = true;
    }
    if (!range) return std::move(parts.front());
    if (parts.size() > 3)
      refuse_at(column, "a slice has at most start, stop and step", {}, "two colons at most");
    return node(Syntax::Kind::range, column, {}, std::move(parts));
  }

  // A name or a call.
  Syntax called(const std::string& name, int column) {
    if (take("(")) return arguments(name, column);
    return node(Syntax::Kind::name, column, name);
  }

  Syntax arguments(const std::string& function, int column) {
    Syntax call = node(Syntax::Kind::call, column, function);
    std::set<std::string> keys;
    while (!is(here(), ")")) {
      if (here().kind == Token::Kind::name && is(tokens_[at_ + 1], "=")) {
        const std::string key = here().text;
        if (!keys.insert(key).second)
          refuse_at(here().column, "duplicate argument", quote(key));
        at_ += 2;
        call.keywords.push_back({key, comparison()});
      } else {
        if (!call.keywords.empty())
          refuse_at(here().column, "positional arguments must precede keyword arguments", {},
                    "a keyword argument");
        call.parts.push_back(comparison());
      }
      if (!take(",")) break;
    }
    need(")", " or \",\" after an argument of " + function);
    return call;
  }

  Syntax list(const char* end, int column) {
    Syntax made = node(Syntax::Kind::list, column);
    while (!is(here(), end)) {
      made.parts.push_back(comparison());
      if (!take(",")) break;
    }
    need(end, " at the end of the list");
    return made;
  }

  Syntax dict(int column) {
    Syntax made = node(Syntax::Kind::dict, column);
    while (!is(here(), "}")) {
      if (here().kind != Token::Kind::text) unexpected("a key in quotes");
      const std::string key = tokens_[at_++].text;
      need(":", " after a key");
      made.keywords.push_back({key, comparison()});
      if (!take(",")) break;
    }
    need("}", " at the end");
    return made;
  }

  Syntax atom() {
    Deeper deeper(*this);
    const Token token = here();
    if (token.kind == Token::Kind::end) unexpected("an op's name, a number or a call");
    ++at_;
    switch (token.kind) {
      case Token::Kind::number: {
        Syntax made = node(token.whole ? Syntax::Kind::whole : Syntax::Kind::number, token.column,
                           token.text);
        made.number = token.number;
        return made;
      }
      case Token::Kind::text:
        return node(Syntax::Kind::text, token.column, token.text);
      case Token::Kind::id: {
        Syntax made = node(Syntax::Kind::id, token.column);
        made.number = token.number;
        return made;
      }
      case Token::Kind::name:
        return named(token);
      default:
        break;
    }
    if (token.text == "(") return bracket(token.column);
    if (token.text == "[") return list("]", token.column);
    if (token.text == "{") return dict(token.column);
    --at_;
    unexpected("an op's name, a number or a call");
  }

  Syntax named(const Token& token) {
    if (token.text == "None") return node(Syntax::Kind::none, token.column);
    if (token.text == "True" || token.text == "False") {
      Syntax made = node(Syntax::Kind::flag, token.column);
      made.number = token.text == "True" ? 1 : 0;
      return made;
    }
    return called(token.text, token.column);
  }

  // (x + 1), or a tuple.
  Syntax bracket(int column) {
    Syntax inside = list(")", column);
    const bool tuple = inside.parts.size() != 1 || is(tokens_[at_ - 2], ",");
    return tuple ? inside : std::move(inside.parts.front());
  }

  struct Deeper {
    explicit Deeper(Parser& parser) : parser(parser) {
      if (++parser.depth_ > deepest)
        refuse_at(parser.here().column, "brackets are nested too deeply");
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

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
  std::size_t begin = 0;
  char quoted = 0;
  const auto add = [&](std::size_t end) {
    const std::string part = line.substr(begin, end - begin);
    if (part.find_first_not_of(" \t") != part.npos)
      parts.push_back({part, static_cast<int>(begin)});
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

Statement parse_statement(const StatementText& statement) {
  return Parser(Lexer(statement).run()).run();
}

}  // namespace ng::editing
