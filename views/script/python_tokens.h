// SPDX-License-Identifier: Apache-2.0
// Splits a line of Python into coloured tokens.
#pragma once

#include <QStringList>
#include <QStringView>

#include "views/widgets/syntax.h"

namespace ng::views {

// What is open at the end of a line: a string in three quotes goes on in the next.
enum class PythonState { code, inTripleDouble, inTripleSingle };

// The tokens of `line` in order, without plain text between them; `state` is that of the line's
// start, and becomes that of its end.
std::vector<TokenSpan> tokenisePython(QStringView line, PythonState& state);

const QStringList& pythonKeywords();  // and the built-in functions: what completion offers

}  // namespace ng::views
