// SPDX-License-Identifier: Apache-2.0
// Chips on the borders of cards: ops that are folded into a card (`folding.h`), and sources that
// the card reads from far away. A weight is placed at its first reader; its update shows the
// weight's name on a chip instead of an edge across the picture.
#pragma once

#include "views/graph/scene/scene.h"

namespace ng::views {

// Distance between a reader and what it reads: in rows, then along the row. Uses the centres of
// cards.
using Far = std::pair<int, double>;
Far farBetween(QPointF read, int readRow, QPointF reader, int readerRow, Direction direction);

// Joins the folded chips of a card into one if there is too little room for all. Needs cards.
void joinFoldedChips(GraphScene& scene);

// Replaces edges of sources by chips if the reader is far away, is not the nearest reader, and has
// room. Needs cards, and edges without points.
void readFarByChips(GraphScene& scene);

// Sets the rectangles of the chips of all cards, as many as fit.
void placeChips(GraphScene& scene);

}  // namespace ng::views
