// SPDX-License-Identifier: Apache-2.0
// Statements of a program, indented and wrapped.
#pragma once

#include <string>

namespace ng {

class ProgramLines {
 public:
  // `width`: spaces per indentation level.
  ProgramLines(int width, int depth) : width_(width), depth_(depth) {}
  void line(const std::string& text);
  void blank();  // adds an empty line unless there is one
  void indent() { ++depth_; }
  void outdent() { --depth_; }
  const std::string& text() const { return text_; }

 private:
  int width_, depth_;
  std::string text_;
};

}  // namespace ng
