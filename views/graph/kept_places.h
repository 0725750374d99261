// SPDX-License-Identifier: Apache-2.0
// Where cards stand while a document is made: what is there never moves by itself, what the user
// dropped stays where it was dropped, and what an expression adds comes to stand below what it
// reads. Pure.
#pragma once

#include <QPointF>
#include <map>
#include <unordered_map>

#include "engine/session/record.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

class KeptPlaces {
 public:
  void clear() { centres_.clear(); }
  bool empty() const { return centres_.empty(); }
  void keep(ItemId item, QPointF centre) { centres_[item] = {centre.x(), centre.y()}; }
  // Places for every op of `graph`: `dropped` first, then what is kept, then new ones, the first at
  // `start`. Edges are drawn straight down where nothing stands between.
  Placement arrange(const GraphRecord& graph, const std::map<OpKey, QPointF>& dropped,
                    QPointF start);

 private:
  bool taken(LayoutPoint at, ItemId except) const;
  LayoutPoint freeNear(LayoutPoint wanted, ItemId item) const;
  LayoutPoint placeFor(const OpRecord& op, const GraphRecord& graph, QPointF start) const;

  std::unordered_map<ItemId, LayoutPoint> centres_;
};

}  // namespace ng::views
