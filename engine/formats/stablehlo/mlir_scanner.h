// SPDX-License-Identifier: Apache-2.0
// Reads the signs, words, numbers and quoted texts of MLIR; errors name line and column.
#pragma once

#include <string>
#include <string_view>

#include "engine/formats/stablehlo/stablehlo_module.h"

namespace ng::stablehlo {

class MlirScanner {
 public:
  // `text` must outlive the scanner; `path` is the file of messages.
  MlirScanner(std::string_view text, std::string path) : text_(text), path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }
  std::string_view between(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  // Each skips white space and comments first.
  bool at_end();
  char peek();  // '\0' at the end
  bool accept(std::string_view sign);
  bool accept_word(std::string_view word);  // not a part of a longer word
  void expect(std::string_view sign);
  bool at_word();        // a letter or '_'
  bool at_number();      // a digit, or '-' before one
  std::string word();    // "stablehlo.add"
  std::string name();    // of a value, symbol or alias, after its sign: "arg0", "12", "relu"
  std::string quoted();  // without quotes and escapes
  std::int64_t integer();
  double number();
  // What a balanced pair of brackets holds; the scanner is at the first one.
  std::string_view balanced();
  // Up to a sign at the same depth of brackets, or to the end of the enclosing pair.
  std::string_view raw_until(std::string_view signs);

  Place place() const { return place_of(at_); }
  // Throws a bad_file Error at the current position, or another one.
  [[noreturn]] void fail(std::string what, std::string expected = {}) const {
    fail_at(place(), std::move(what), std::move(expected));
  }
  [[noreturn]] void fail_at(const Place& place, std::string what, std::string expected = {}) const;
  // Refuses deeper nesting than this than any program has.
  class Nested {
   public:
    explicit Nested(MlirScanner& scanner);
    ~Nested() { --scanner_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    MlirScanner& scanner_;
  };

 private:
  void skip();
  Place place_of(std::size_t at) const;

  std::string_view text_;
  std::string path_;
  std::size_t at_ = 0;
  int depth_ = 0;
  mutable std::size_t counted_ = 0, line_start_ = 0;  // of the last place
  mutable int line_ = 1;
};

// 0 to 15; -1: no hexadecimal digit.
int hex_digit(char c);

}  // namespace ng::stablehlo
