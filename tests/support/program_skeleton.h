// SPDX-License-Identifier: Apache-2.0
// The token structure of a program's text without names: two texts with the same skeleton behave
// the same, whatever their comments, strings and identifiers contain.
#pragma once

#include <string>

namespace ng {

enum class ProgramSyntax { c, python, dot };

// Code only: comments are dropped, strings become "", identifiers x, white space one space. Accepts
// all that some compiler accepts: trigraphs, lines continued by a backslash followed by blanks, and
// lines ending in \r, \v or \f.
std::string program_skeleton(const std::string& text, ProgramSyntax syntax);

}  // namespace ng
