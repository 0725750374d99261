// SPDX-License-Identifier: Apache-2.0
// Places the names of nested outlines that start at the same card in one row above its chips.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "views/graph/scene/scene.h"

namespace ng::views {

class LabelRows {
 public:
  explicit LabelRows(const GraphScene& scene) : scene_(scene) {}  // outlives this object

  // Moves the labels of an outline at `margin` around its cards. Outer outlines come first. Needs
  // cards and their chips.
  void place(std::vector<QRectF>& labels, double margin);

 private:
  double topAbove(const QRectF& label, double margin) const;

  const GraphScene& scene_;
  std::map<std::pair<int, int>, QRectF> last_;  // the rightmost label of each row, by its card
};

}  // namespace ng::views
