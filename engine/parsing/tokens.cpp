// SPDX-License-Identifier: Apache-2.0
#include "engine/parsing/tokens.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "engine/base/characters.h"
#include "engine/base/name_characters.h"
#include "engine/base/quote.h"

namespace ng {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Scoped names (layer1/W) are written in quotes or as #5, since a slash divides.
class Lexer {
 public:
  Lexer(std::string_view text, const Vocabulary& vocabulary, int columns_before)
      : text_(text), vocabulary_(vocabulary), before_(columns_before) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    Token last;
    do {
      last = vocabulary_.next_token ? replaced_next(last) : next();
      tokens.push_back(last);
    } while (last.kind != Token::Kind::end);
    return tokens;
  }

 private:
  [[noreturn]] void refuse(const Token& token, std::string what, std::string expected) const {
    vocabulary_.refuse({token.column, std::move(what), quote(token.text), std::move(expected)});
    std::abort();
  }

  Token replaced_next(const Token& before) {
    Token token = vocabulary_.next_token(text_, at_, before);
    token.column = column_of(static_cast<std::size_t>(token.column - 1));
    return token;
  }

  // Counts on from the token before, so that long lines take linear time.
  int column_of(std::size_t byte) {
    characters_ += static_cast<int>(characters_in(text_.substr(counted_, byte - counted_)));
    counted_ = byte;
    return before_ + characters_ + 1;
  }

  Token next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    Token token;
    token.column = column_of(at_);
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    const bool fraction = c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    if (is_digit(c) || fraction) return number(token);
    if (c == '"' || c == '\'') return quoted(token);
    if (c == '#') return id(token);
    return starts_name(c) ? name(token) : sign(token);
  }

  Token name(Token token) {
    const bool axis = vocabulary_.axis_items && open_brackets_ > 0;
    const auto belongs = [&](char c) {
      return continues_name(c) || (axis && (c == '-' || c == '.'));
    };
    while (at_ < text_.size() && belongs(text_[at_])) token.text += text_[at_++];
    token.kind = is_operator(token.text) ? Token::Kind::sign : Token::Kind::name;
    return token;
  }

  // "and" is a sign if the vocabulary has it.
  bool is_operator(const std::string& name) const {
    for (const Vocabulary::Level& level : vocabulary_.levels)
      for (const std::string_view sign : level.signs)
        if (sign == name) return true;
    return false;
  }

  Token number(Token token) {
    std::size_t end = at_;
    token.whole = true;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool exponent = (c == 'e' || c == 'E') && end > at_;
      const bool sign = (c == '+' || c == '-') && (text_[end - 1] == 'e' || text_[end - 1] == 'E');
      if (!is_digit(c) && c != '.' && !exponent && !sign) break;
      token.whole &= is_digit(c);
    }
    token.text = text_.substr(at_, end - at_);
    token.kind = Token::Kind::number;
    const char* const last = text_.data() + end;
    const auto [stop, error] = std::from_chars(text_.data() + at_, last, token.number);
    if (error != std::errc() || stop != last)
      refuse(token, "invalid number", "a number such as 0.5 or 1e-3");
    at_ = end;
    return token;
  }

  Token quoted(Token token) {
    const char mark = text_[at_++];
    while (at_ < text_.size() && text_[at_] != mark) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      token.text += text_[at_++];
    }
    if (at_ == text_.size()) refuse(token, "unterminated text", std::string("a closing ") + mark);
    ++at_;
    token.kind = Token::Kind::text;
    return token;
  }

  Token id(Token token) {
    const char* const first = text_.data() + ++at_;
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(first, text_.data() + text_.size(), number);
    token.text = "#";
    if (error != std::errc() || stop == first)
      refuse(token, "an op id is missing", "a number after #, as in #5");
    at_ += static_cast<std::size_t>(stop - first);
    token.kind = Token::Kind::id;
    token.number = static_cast<double>(number);
    return token;
  }

  Token sign(Token token) {
    static constexpr std::array<std::string_view, 6> two = {"**", "//", "<=", ">=", "==", "!="};
    token.kind = Token::Kind::sign;
    token.text = text_.substr(at_, 1);
    for (const std::string_view each : two)
      if (text_.substr(at_, 2) == each) token.text = each;
    if (token.text.size() == 1 &&
        std::string_view("+-*/%()[]{},:=.<>").find(token.text) == std::string_view::npos)
      refuse(token, "unexpected character", vocabulary_.operand);
    at_ += token.text.size();
    open_brackets_ += token.text == "[" ? 1 : token.text == "]" ? -1 : 0;
    return token;
  }

  const std::string_view text_;
  const Vocabulary& vocabulary_;
  const int before_;
  std::size_t at_ = 0, counted_ = 0;
  int characters_ = 0;  // in the first `counted_` bytes
  int open_brackets_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, const Vocabulary& vocabulary,
                             int columns_before) {
  return Lexer(text, vocabulary, columns_before).run();
}

}  // namespace ng
