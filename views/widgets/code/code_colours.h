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

// Paints `line` at a baseline with each token at its own column, so that wide glyphs do not shift
// the rest.
void paintCode(QPainter& painter, QPointF baseline, double charWidth, QStringView line,
               Language language);

}  // namespace ng::views
