// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stablehlo/mlir_scanner.h"

#include <algorithm>
#include <charconv>

#include "engine/base/error.h"
#include "engine/base/number.h"
#include "engine/base/quote.h"

namespace ng::stablehlo {
namespace {

constexpr int deepest = 100;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_word_part(char c) {
  return is_letter(c) || is_digit(c) || c == '$' || c == '.';
}

char closing(char open) {
  switch (open) {
    case '(': return ')';
    case '[': return ']';
    case '{': return '}';
    case '<': return '>';
    default: return '\0';
  }
}

}  // namespace

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

MlirScanner::Nested::Nested(MlirScanner& scanner) : scanner_(scanner) {
  if (++scanner_.depth_ <= deepest) return;
  --scanner_.depth_;
  scanner_.fail("the text is nested too deeply", "at most " + std::to_string(deepest) + " levels");
}

Place MlirScanner::place_of(std::size_t at) const {
  if (at < counted_) counted_ = line_start_ = 0, line_ = 1;
  for (; counted_ < at && counted_ < text_.size(); ++counted_) {
    if (text_[counted_] != '\n') continue;
    ++line_;
    line_start_ = counted_ + 1;
  }
  return {line_, static_cast<int>(at - line_start_) + 1};
}

void MlirScanner::fail_at(const Place& place, std::string what, std::string expected) const {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.where = quote(path_) + ", line " + std::to_string(place.line) + ", column " +
                     std::to_string(place.column);
  std::string_view rest = text_.substr(std::min(at_, text_.size()));
  rest = rest.substr(0, std::min<std::size_t>(rest.find('\n'), 60));
  const Place here = this->place();
  const bool same = here.line == place.line && here.column == place.column;
  if (same) diagnostic.found = rest.empty() ? "the end of the text or line" : quote(rest);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

void MlirScanner::skip() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '/' && text_.substr(at_, 2) == "//") {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return;
    }
  }
}

bool MlirScanner::at_end() {
  skip();
  return at_ >= text_.size();
}

char MlirScanner::peek() {
  return at_end() ? '\0' : text_[at_];
}

bool MlirScanner::accept(std::string_view sign) {
  skip();
  if (!text_.substr(at_).starts_with(sign)) return false;
  at_ += sign.size();
  return true;
}

bool MlirScanner::accept_word(std::string_view word) {
  skip();
  const std::string_view rest = text_.substr(at_);
  if (!rest.starts_with(word) || (rest.size() > word.size() && is_word_part(rest[word.size()])))
    return false;
  at_ += word.size();
  return true;
}

void MlirScanner::expect(std::string_view sign) {
  if (!accept(sign)) fail("the text cannot be read", quote(sign));
}

bool MlirScanner::at_word() {
  return is_letter(peek());
}

bool MlirScanner::at_number() {
  const char c = peek();
  return is_digit(c) || (c == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]));
}

std::string MlirScanner::word() {
  if (!at_word()) fail("the text cannot be read", "a word");
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word_part(text_[at_])) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::string MlirScanner::name() {
  const std::size_t begin = at_;
  while (at_ < text_.size() &&
         (is_word_part(text_[at_]) ||
          (text_[at_] == '-' && at_ + 1 < text_.size() && is_word_part(text_[at_ + 1]))))
    ++at_;
  if (at_ == begin) fail("a name is missing", "letters and digits");
  return std::string(text_.substr(begin, at_ - begin));
}

std::string MlirScanner::quoted() {
  expect("\"");
  const std::size_t begin = at_;
  std::string made;
  for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    if (text_[at_] == '\n') break;
    if (text_[at_] != '\\') {
      made += text_[at_];
      continue;
    }
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const int high = hex_digit(next), low = at_ + 2 < text_.size() ? hex_digit(text_[at_ + 2]) : -1;
    if (high >= 0 && low >= 0) {
      made += static_cast<char>(high * 16 + low);
      at_ += 2;
    } else if (next == '"' || next == '\\') {
      made += next;
      ++at_;
    } else if (next == 'n' || next == 't') {
      made += next == 'n' ? '\n' : '\t';
      ++at_;
    } else {
      fail("a text has an unknown escape", "\\\", \\\\, \\n, \\t or two hexadecimal digits");
    }
  }
  if (at_ >= text_.size() || text_[at_] != '"')
    fail_at(place_of(begin), "a text has no end", "'\"'");
  ++at_;
  return made;
}

std::int64_t MlirScanner::integer() {
  skip();
  std::int64_t value = 0;
  const char* const begin = text_.data() + at_;
  const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (error != std::errc()) fail("a number cannot be read", "an integer of 64 bits");
  at_ += static_cast<std::size_t>(end - begin);
  return value;
}

double MlirScanner::number() {
  skip();
  double value = 0;
  const char* const begin = text_.data() + at_;
  const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (error == std::errc::invalid_argument) fail("a number cannot be read", "a number");
  if (error == std::errc::result_out_of_range) value = real_from(std::string(begin, end));
  at_ += static_cast<std::size_t>(end - begin);
  return value;
}

std::string_view MlirScanner::balanced() {
  const char open = peek();
  const std::size_t begin = at_;
  if (closing(open) == '\0') fail("the text cannot be read", "an opening bracket");
  ++at_;
  const std::size_t first = at_;
  const std::string_view inside = raw_until({});
  if (at_ >= text_.size() || text_[at_] != closing(open))
    fail_at(place_of(begin), "a bracket is not closed", quote(std::string(1, closing(open))));
  ++at_;
  return text_.substr(first, inside.size());
}

std::string_view MlirScanner::raw_until(std::string_view signs) {
  const std::size_t begin = at_;
  std::string open;  // the closing signs that are expected
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (open.empty() && signs.find(c) != signs.npos) break;
    if (c == '"') {
      quoted();
      continue;
    }
    if (c == '-' && text_.substr(at_, 2) == "->") {
      at_ += 2;
      continue;
    }
    if (const char close = closing(c)) {
      open += close;
    } else if (c == ')' || c == ']' || c == '}' || c == '>') {
      if (open.empty()) break;
      if (open.back() != c) fail("brackets do not match", quote(open.substr(open.size() - 1)));
      open.pop_back();
    }
    ++at_;
  }
  return text_.substr(begin, at_ - begin);
}

}  // namespace ng::stablehlo
