// SPDX-License-Identifier: Apache-2.0
// Keeps the places of cards while a document is edited: existing cards never move by themselves,
// dropped cards stay where they were dropped, and cards created by an expression are placed below
// or to the right of their operands. No side effects.
#pragma once

#include <QPointF>
#include <map>
#include <unordered_map>

#include "engine/records/records.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

class KeptPlaces {
 public:
  // Clears everything; the next cards are laid out in this direction.
  void begin(Direction direction);
  Direction direction() const { return direction_; }
  bool empty() const { return centres_.empty(); }
  void keep(ItemId item, QPointF centre);
  // The route of an edge between two kept cards; used as long as the cards keep their relative
  // position.
  void keepRoute(ItemId from, ItemId to, std::vector<LayoutPoint> route);
  // Places every op of `graph`: first `dropped`, then kept ones, then new ones, the first new one
  // at `start`. Edges without a kept route are straight down if nothing is in between.
  Placement arrange(const GraphRecord& graph, const std::map<OpId, QPointF>& dropped,
                    QPointF start);

 private:
  struct Route {
    LayoutPoint span;                 // from centre to centre
    std::vector<LayoutPoint> points;  // from the centre of `from`
  };
  void addCurve(ItemId from, const OpRecord& op, std::size_t operand, Placement& placement) const;
  bool taken(LayoutPoint at, ItemId except) const;
  LayoutPoint freeNear(LayoutPoint wanted, ItemId item) const;
  LayoutPoint placeFor(const OpRecord& op, const GraphRecord& graph, QPointF start) const;

  double across() const { return sizes_.across + sizes_.gapAcross; }

  Direction direction_ = Direction::down;
  CardSizes sizes_;
  // As if rows ran downwards; the same for routes.
  std::unordered_map<ItemId, LayoutPoint> centres_;
  std::unordered_map<Placement::Ends, Route, Placement::EndsHash> routes_;
};

}  // namespace ng::views
