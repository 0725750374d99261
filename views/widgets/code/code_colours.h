// SPDX-License-Identifier: Apache-2.0
// The colour of each kind of token, and painting of one line of code.
#pragma once

#include <QColor>
#include <QPointF>
#include <QStringView>

#include "views/widgets/code/syntax.h"

class QPainter;

namespace ng::views {

QColor tokenColour(Token token);

// Paints `text` at a baseline with each character at its own column: no ligatures, and glyphs from
// fallback fonts do not shift the rest.
void paintColumns(QPainter& painter, QPointF baseline, double charWidth, QStringView text);

// Paints `line` at a baseline with each token at its own column, so that wide glyphs do not shift
// the rest.
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               const std::vector<TokenSpan>& tokens);
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               Language language);

}  // namespace ng::views
