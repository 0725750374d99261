// SPDX-License-Identifier: Apache-2.0
// Where to look in the next scenes: an opened group, a restored area, a card just created; else the
// user's position. Better places may follow the first ones, so an aim is kept until the user moves.
#pragma once

#include <functional>

#include "views/graph/graph_shown.h"

namespace ng::views {

class GraphAim {
 public:
  explicit GraphAim(GraphShown& shown) : shown_(shown) {}

  // `group`: the group that is aimed at, if any.
  void at(std::function<void()> aim, ItemId group = 0);
  // Fits instead if no card is in it; moves on to the selected card if that is not in it.
  void atArea(const QRectF& area);
  void atGroup(ItemId group);  // whole if its names stay legible, else its top
  void atEverything();
  void clear() { aim_ = nullptr; }
  void clearIfReached();      // keeps an aim whose scene is not drawn yet
  void follow(bool unmoved);  // in a new scene; `unmoved`: by the user since the last one
  bool unmoved() const;

  // The part of the next scene that will be visible close up; empty if all of it is visible or the
  // view is zoomed out.
  QRectF areaToCome(const Placement& placement) const;
  // Reveals cards that an edit line created since `before`; a dropped card is visible anyway.
  void revealMade(const GraphScene& before);
  void forgetMade() { lastMade_ = 0; }

 private:
  struct GroupArea {
    QRectF all, top;  // of all its cards; of the topmost one
  };
  GroupArea groupArea(ItemId group) const;
  void revealSelected() const;

  GraphShown& shown_;
  std::function<void()> aim_;
  ItemId group_ = 0;
  QRectF reached_;     // the area it resulted in; empty: nothing yet
  OpId lastMade_ = 0;  // last created op that was brought into view
};

}  // namespace ng::views
