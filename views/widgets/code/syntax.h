// SPDX-License-Identifier: Apache-2.0
// Splits a line of code into coloured tokens: C++ and CUDA, LLVM IR, x86 assembly, PTX, the
// engine's own program and graph text, and Python. Works line by line, so that a view colours only
// what it shows.
#pragma once

#include <QStringView>
#include <vector>

namespace ng::views {

enum class Language { plain, cpp, llvm, assembly, ptx, program, python };

enum class Token { plain, keyword, type, number, string, comment, name, reference, directive };

// Characters [start, start + length) of the line.
struct TokenSpan {
  int start = 0;
  int length = 0;
  Token token = Token::plain;
  bool operator==(const TokenSpan&) const = default;
};

// What is open at the start or end of a line: nothing, a block comment, or a triple-quoted string.
enum class LineState { code, blockComment, tripleDouble, tripleSingle };

// The tokens of `line`, in order and without gaps (white space belongs to a plain token). `state`
// is that at the start of the line on entry, at its end on return.
std::vector<TokenSpan> tokenise(Language language, QStringView line, LineState& state);

// Whether `line` can leave a comment or string open: a cheap check that may err towards true.
bool mayOpen(Language language, QStringView line);

}  // namespace ng::views
