// SPDX-License-Identifier: Apache-2.0
// Keyboard navigation between the cards of a scene: with the arrow keys, and along edges.
#pragma once

#include "views/graph/scene/scene.h"

namespace ng::views {

class CardWalk {
 public:
  // The card to which an arrow key (Qt::Key_Up, Down, Left or Right) leads from card `from`; -1:
  // none.
  int step(const GraphScene& scene, int from, int key);

 private:
  std::vector<int> neighbours(const GraphScene& scene, int from, int key) const;

  int cameFrom_ = -1;  // the card at which the last step along an edge started
  int arrived_ = -1;   // where the last step ended
};

// The end of an edge that is not card `selected`, or else is farther from `middle`.
int farEnd(const GraphScene& scene, int edge, int selected, QPointF middle);

}  // namespace ng::views
