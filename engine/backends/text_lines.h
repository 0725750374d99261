// SPDX-License-Identifier: Apache-2.0
// Makes compiler output readable and maps its lines to source lines. The input contains line
// tables; they are evaluated, then removed together with directives for assemblers and debuggers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ng {

// Line numbers, 1-based.
struct TextLine {
  int text_line = 0;
  int source_line = 0;
};

// A text and its lines with a known line in the main source file, in ascending order of text_line.
// Code inlined from another file (a prelude under its own `#line`) maps to the line of the call in
// the main file.
struct MappedText {
  std::string text;
  std::vector<TextLine> lines;
};

// `main_file`: file name of the source without folders, such as "kernel.cpp".
MappedText clean_llvm_ir(std::string_view raw, std::string_view main_file);
MappedText clean_assembly(std::string_view raw, std::string_view main_file);  // Clang's or GCC's
MappedText clean_ptx(std::string_view raw, std::string_view main_file);
MappedText clean_sass(std::string_view raw, std::string_view main_file);  // nvdisasm -g

}  // namespace ng
