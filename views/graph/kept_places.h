// SPDX-License-Identifier: Apache-2.0
// Where cards stand while a document is made: what is there never moves by itself, what the user
// dropped stays where it was dropped, and what an expression adds comes to stand below what it
// reads, or right of it. Pure.
#pragma once

#include <QPointF>
#include <map>
#include <unordered_map>

#include "engine/session/record.h"
#include "views/layout/pass_layout.h"

namespace ng::views {

class KeptPlaces {
 public:
  // Nothing is kept; cards will follow each other in this direction.
  void begin(Direction direction);
  Direction direction() const { return direction_; }
  bool empty() const { return centres_.empty(); }
  void keep(ItemId item, QPointF centre);
  // Between two that are kept already: it is drawn so again as long as they stand so to each other.
  void keepRoute(ItemId from, ItemId to, std::vector<LayoutPoint> route);
  // Places for every op of `graph`: `dropped` first, then what is kept, then new ones, the first at
  // `start`. Other edges are drawn straight down where nothing stands between.
  Placement arrange(const GraphRecord& graph, const std::map<OpKey, QPointF>& dropped,
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
  std::unordered_map<ItemId, LayoutPoint> centres_;  // as if rows ran downwards, routes too
  std::unordered_map<Placement::Ends, Route, Placement::EndsHash> routes_;
};

}  // namespace ng::views
