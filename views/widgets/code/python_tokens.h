// SPDX-License-Identifier: Apache-2.0
// Tokenizes a line of Python for highlighting.
#pragma once

#include <QStringList>
#include <QStringView>

#include "views/widgets/code/syntax.h"

namespace ng::views {

// Tokens of `line` in order, without plain text. `state` is the state at the start of the line on
// entry, at its end on return. tokenise() includes the plain text.
std::vector<TokenSpan> tokenisePython(QStringView line, LineState& state);

const QStringList& pythonKeywords();  // keywords and built-in functions, for completion

}  // namespace ng::views
