// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program_skeleton.h"

namespace ng {
namespace {

bool is_line_end(char c) {
  return c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Replaces trigraphs, then joins lines continued by a backslash.
std::string spliced(const std::string& text) {
  std::string plain, joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool trigraph = text.compare(i, 3, "?\?/") == 0;
    plain += trigraph ? '\\' : text[i];
    i += trigraph ? 2 : 0;
  }
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] != '\\') {
      joined += plain[i];
      continue;
    }
    const std::size_t next = plain.find_first_not_of(" \t", i + 1);
    if (next != std::string::npos && is_line_end(plain[next])) {
      i = next;
    } else {
      joined += plain[i];
    }
  }
  return joined;
}

class Skeleton {
 public:
  Skeleton(std::string text, ProgramSyntax syntax) : text_(std::move(text)), syntax_(syntax) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return out_;
  }

 private:
  bool here(const char* part) const {
    return text_.compare(at_, std::string(part).size(), part) == 0;
  }

  void step() {
    const bool python = syntax_ == ProgramSyntax::python;
    if (here(python ? "#" : "//")) return skip_line();
    if (!python && here("/*")) return skip_past("*/", 2);
    if (python && here("\"\"\"")) {
      out_ += "\"\"";
      return skip_past("\"\"\"", 3);
    }
    const char c = text_[at_];
    if (c == '"' || (c == '\'' && syntax_ != ProgramSyntax::dot)) return skip_string(c);
    if (is_word(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      out_ += 'x';
      return;
    }
    const bool blank = c == ' ' || c == '\t' || is_line_end(c);
    if (!blank) out_ += c;
    if (blank && !out_.empty() && out_.back() != ' ') out_ += ' ';
    ++at_;
  }

  void skip_line() {
    while (at_ < text_.size() && !is_line_end(text_[at_])) ++at_;
  }

  void skip_past(const char* end, std::size_t from) {
    const std::size_t found = text_.find(end, at_ + from);
    at_ = found == std::string::npos ? text_.size() : found + std::string(end).size();
  }

  // A string that does not end on its line is marked as open, which no benign text has.
  void skip_string(char quote) {
    out_ += quote;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (syntax_ != ProgramSyntax::dot && is_line_end(text_[at_])) {
        out_ += "<open>";
        return;
      }
      if (text_[at_] == '\\') ++at_;
    }
    ++at_;
    out_ += quote;
  }

  const std::string text_;
  const ProgramSyntax syntax_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string program_skeleton(const std::string& text, ProgramSyntax syntax) {
  return Skeleton(syntax == ProgramSyntax::c ? spliced(text) : text, syntax).run();
}

}  // namespace ng
