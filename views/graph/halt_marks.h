// SPDX-License-Identifier: Apache-2.0
// Where the run halts, and where it stands, as marks on cards.
#pragma once

#include <QPainter>
#include <map>
#include <set>

#include "views/graph/scene.h"

namespace ng::views {

struct HaltMarks {
  std::set<ItemId> breakpoints;  // a dot at the card's corner
  ItemId standing = 0;           // an arrow beside the card
  ItemId odd = 0;                // whose value is the first that is not finite
  QString oddText;               // "NaN"
  bool empty() const { return breakpoints.empty() && standing == 0 && odd == 0; }
};

void paintHaltMarks(QPainter& painter, const Card& card, const HaltMarks& marks);

}  // namespace ng::views
