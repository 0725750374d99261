// SPDX-License-Identifier: Apache-2.0
// Chips on the borders of cards: what is folded into a card (`folding.h`), and the sources that it
// reads from far away. A weight stands at its first reader; the update that reads it again has its
// name, instead of an edge across the picture.
#pragma once

#include "engine/session/record.h"
#include "views/graph/scene.h"

namespace ng::views {

// How far a reader is from what it reads: in rows, then along the row. Centres of cards.
using Far = std::pair<int, double>;
Far farBetween(QPointF read, int readRow, QPointF reader, int readerRow, Direction direction);

// What is folded into a card is one chip where there is too little room for more. Needs cards.
void joinFoldedChips(GraphScene& scene);

// Replaces edges whose values are read only by chips, where the reader stands far off, is not the
// nearest, and has room. Needs cards, and edges without points.
void readFarByChips(GraphScene& scene);

// Gives the chips of all cards their rectangles, as many as there is room for.
void placeChips(GraphScene& scene);

}  // namespace ng::views
