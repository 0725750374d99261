// SPDX-License-Identifier: Apache-2.0
// Tokenizes a line of Python for highlighting.
#pragma once

#include <QStringList>
#include <QStringView>

#include "views/widgets/code/syntax.h"

namespace ng::views {

// State at the end of a line: inside a triple-quoted string or not.
enum class PythonState { code, inTripleDouble, inTripleSingle };

// Tokens of `line` in order, without plain text. `state` is the state at the start of the line on
// entry, at its end on return.
std::vector<TokenSpan> tokenisePython(QStringView line, PythonState& state);

const QStringList& pythonKeywords();  // keywords and built-in functions, for completion

}  // namespace ng::views
