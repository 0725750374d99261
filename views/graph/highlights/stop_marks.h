// SPDX-License-Identifier: Apache-2.0
// Marks on cards: breakpoints, the position of a paused run, and the first non-finite value.
#pragma once

#include <QPainter>
#include <map>
#include <set>

#include "views/graph/scene/scene.h"

namespace ng::views {

struct StopMarks {
  std::set<ItemId> breakpoints;  // a dot at the card's corner
  ItemId standing = 0;           // current op of the run: an arrow next to the card
  ItemId nonFinite = 0;          // the op with the first non-finite value
  QString nonFiniteText;         // "NaN"
  bool empty() const { return breakpoints.empty() && standing == 0 && nonFinite == 0; }
};

void paintStopMarks(QPainter& painter, const Card& card, const StopMarks& marks);

}  // namespace ng::views
