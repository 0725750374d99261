// SPDX-License-Identifier: Apache-2.0
// Compiler output made readable, and which source line each of its lines comes from. The input was
// compiled with line tables; they are read, then taken out of the text together with the rest of
// what only an assembler or a debugger wants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ng {

// Both count from 1.
struct TextLine {
  int text_line = 0;
  int source_line = 0;
};

// A text with the lines known to come from its main source file, in ascending order of text_line.
// Code inlined from another file (a prelude under its own `#line`) counts as the line of the main
// file that called it.
struct MappedText {
  std::string text;
  std::vector<TextLine> lines;
};

// `main_file` is the source's name without folders: "kernel.cpp".
MappedText clean_llvm_ir(std::string_view raw, std::string_view main_file);
MappedText clean_assembly(std::string_view raw, std::string_view main_file);  // Clang's or GCC's
MappedText clean_ptx(std::string_view raw, std::string_view main_file);

}  // namespace ng
