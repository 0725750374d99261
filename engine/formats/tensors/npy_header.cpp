// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/npy_header.h"

#include <set>

#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr const char* again = "save the array again with numpy.save";

class Parser {
 public:
  Parser(const Reader& reader, const std::string& text, std::uint64_t start)
      : reader_(reader), text_(text), start_(start) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted_text("a key in quotes");
      if (!seen_.insert(key).second) fail("a key comes twice", quote(key), "once");
      expect(':');
      entry(key);
      if (accept('}')) break;
      expect(',');
    }
    skip_space();
    if (at_ != text_.size()) fail("something follows the header's dictionary", rest(), "nothing");
    for (const char* key : {"descr", "fortran_order", "shape"}) {
      if (seen_.count(key) == 0) fail("the header lacks a key", "no " + std::string(key), key);
    }
    return header_;
  }

 private:
  [[noreturn]] void fail(std::string what, std::string found, std::string expected) const {
    reader_.fail_at(start_ + at_, {std::move(what), std::move(found), std::move(expected), again});
  }
  std::string rest() const { return quote(text_.substr(at_, 24)); }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) {
      ++at_;
    }
  }
  bool accept(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) {
      fail("the header is not a dictionary of descr, fortran_order and shape", rest(),
           std::string("'") + wanted + "'");
    }
  }
  bool accept_word(std::string_view word) {
    skip_space();
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  std::string quoted_text(const char* expected) {
    skip_space();
    const char mark = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t end = text_.find(mark, at_ + 1);
    if ((mark != '\'' && mark != '"') || end == std::string::npos) {
      fail("the header has other content than plain values", rest(), expected);
    }
    const std::string content = text_.substr(at_ + 1, end - at_ - 1);
    if (content.find('\\') != std::string::npos) fail("the header holds an escape", rest(), "none");
    at_ = end + 1;
    return content;
  }

  // The fields of a record, as they are written.
  std::string fields() {
    const std::size_t first = at_;
    std::size_t depth = 0;
    do {
      if (at_ >= text_.size()) fail("the fields of a record do not end", {}, "']'");
      const char c = text_[at_];
      if (c == '\'' || c == '"') {
        quoted_text("a name in quotes");
        continue;
      }
      if (c == '[') ++depth;
      if (c == ']') --depth;
      ++at_;
    } while (depth > 0);
    return text_.substr(first, at_ - first);
  }

  void entry(const std::string& key) {
    if (key == "descr") {
      skip_space();
      const bool record = at_ < text_.size() && text_[at_] == '[';
      header_.descr = record ? fields() : quoted_text("a type such as '<f4'");
    } else if (key == "fortran_order") {
      header_.fortran_order = accept_word("True");
      if (!header_.fortran_order && !accept_word("False")) {
        fail("fortran_order is wrong", rest(), "True or False");
      }
    } else if (key == "shape") {
      shape();
    } else {
      fail("the header has an unknown key", quote(key), "descr, fortran_order, shape");
    }
  }

  void shape() {
    expect('(');
    while (!accept(')')) {
      header_.shape.push_back(length());
      reader_.check_limit("the rank of an array", header_.shape.size(), reader_.limits().rank);
      if (accept(')')) {
        // In Python (3) is a number; NumPy writes (3,).
        if (header_.shape.size() == 1) fail("shape is a number", rest(), "a tuple");
        break;
      }
      expect(',');
    }
  }

  std::int64_t length() {
    skip_space();
    std::int64_t value = 0;
    const std::size_t first = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = value * 10 + (text_[at_] - '0');
      if (value >= std::int64_t{1} << 48) fail("a length is out of bounds", rest(), "below 2^48");
    }
    if (at_ == first || (text_[first] == '0' && at_ > first + 1)) {
      at_ = first;
      fail("a length is not a non-negative integer", rest(), "an integer");
    }
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as in Python 2
    return value;
  }

  const Reader& reader_;
  const std::string& text_;
  std::uint64_t start_;
  std::size_t at_ = 0;
  std::set<std::string> seen_;
  NpyHeader header_;
};

}  // namespace

NpyHeader parse_npy_header(const Reader& reader, const std::string& text, std::uint64_t start) {
  return Parser(reader, text, start).parse();
}

}  // namespace ng
