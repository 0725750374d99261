// SPDX-License-Identifier: Apache-2.0
// Splits a line of code into coloured tokens: C++ and CUDA, LLVM IR, x86 assembly, PTX and the
// engine's own program and graph text. Works line by line, so that a pane colours only what it
// shows.
#pragma once

#include <QStringView>
#include <vector>

namespace ng::views {

enum class Language { plain, cpp, llvm, assembly, ptx, program };

enum class Token { plain, keyword, type, number, string, comment, name, reference, directive };

// Characters [start, start + length) of the line.
struct TokenSpan {
  int start = 0;
  int length = 0;
  Token token = Token::plain;
  bool operator==(const TokenSpan&) const = default;
};

// The tokens of `line`, in order and without gaps (white space belongs to a plain token).
// `insideComment`: whether a block comment is open at the start of the line; updated to the state
// at its end.
std::vector<TokenSpan> tokenise(Language language, QStringView line, bool& insideComment);

}  // namespace ng::views
