// SPDX-License-Identifier: Apache-2.0
// The colour of each kind of token, and one line of code painted with them.
#pragma once

#include <QColor>
#include <QFont>
#include <QPointF>
#include <QStringView>

#include "views/widgets/syntax.h"

class QPainter;

namespace ng::views {

QColor tokenColour(Token token);

// The mono font without ligatures: every character of a code stands at its own column.
QFont codeFont();

// `line` at a baseline, each token at its own column so that wide glyphs do not shift the rest.
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               const std::vector<TokenSpan>& tokens);
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               Language language);

}  // namespace ng::views
