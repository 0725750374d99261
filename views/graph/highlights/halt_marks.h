// SPDX-License-Identifier: Apache-2.0
// Marks on cards: breakpoints, the position of a paused run, and the first non-finite value.
#pragma once

#include <QPainter>
#include <map>
#include <set>

#include "views/graph/scene/scene.h"

namespace ng::views {

struct HaltMarks {
  std::set<ItemId> breakpoints;  // a dot at the card's corner
  ItemId standing = 0;           // current op of the run: an arrow next to the card
  ItemId odd = 0;                // the op with the first non-finite value
  QString oddText;               // "NaN"
  bool empty() const { return breakpoints.empty() && standing == 0 && odd == 0; }
};

void paintHaltMarks(QPainter& painter, const Card& card, const HaltMarks& marks);

}  // namespace ng::views
