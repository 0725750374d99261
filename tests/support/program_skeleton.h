// SPDX-License-Identifier: Apache-2.0
// What a compiler or an interpreter makes of a program's text, without the names in it: two texts of
// one skeleton do the same, whatever their comments, strings and identifiers say.
#pragma once

#include <string>

namespace ng {

enum class ProgramSyntax { c, python, dot };

// Code alone: comments are dropped, strings become "", identifiers x, white space one space. Reads
// as liberally as any compiler does: trigraphs, lines continued by a backslash with blanks behind
// it, and lines that end at \r, \v or \f.
std::string program_skeleton(const std::string& text, ProgramSyntax syntax);

}  // namespace ng
