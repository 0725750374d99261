// SPDX-License-Identifier: Apache-2.0
// The colour of each kind of token, and one line of code painted with them.
#pragma once

#include <QColor>
#include <QPointF>
#include <QStringView>

#include "views/widgets/syntax.h"

class QPainter;

namespace ng::views {

QColor tokenColour(Token token);

// `text` at a baseline, character by character at its own column: no ligature joins two of them,
// and a glyph from another font does not shift the rest.
void paintColumns(QPainter& painter, QPointF baseline, double charWidth, QStringView text);

// `line` at a baseline, each token at its own column so that wide glyphs do not shift the rest.
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               const std::vector<TokenSpan>& tokens);
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               Language language);

}  // namespace ng::views
