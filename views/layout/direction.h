// SPDX-License-Identifier: Apache-2.0
// The direction of a graph on the canvas. Layout and routing count rows downwards; a graph that
// runs to the right is laid out by the same steps with transposed cards, and transposed back at the
// end.
#pragma once

#include <string_view>
#include <vector>

#include "views/layout/layout_types.h"

namespace ng::views {

enum class Direction { down, right };

// "down", "right"; stored with a document.
inline std::string_view name(Direction direction) {
  return direction == Direction::right ? "right" : "down";
}

// Sizes and gaps of cards in row coordinates, in pixels at 100 %: `across` is along a row, `along`
// from row to row.
struct CardSizes {
  double across = 148, along = 40, gapAcross = 20, gapAlong = 24;
  double pitch() const { return along + gapAlong; }  // distance between rows
};
constexpr CardSizes sizesFor(Direction direction) {
  return direction == Direction::right ? CardSizes{40, 148, 24, 52} : CardSizes{};
}

// Size of the canvas in a new window, in pixels.
inline constexpr LayoutPoint firstWindow{980, 612};

// Transposes between the picture and rows that run downwards; its own inverse.
inline LayoutPoint turned(LayoutPoint p, Direction direction) {
  return direction == Direction::right ? LayoutPoint{p.y, p.x} : p;
}
inline std::vector<LayoutPoint> turned(std::vector<LayoutPoint> points, Direction direction) {
  for (LayoutPoint& p : points) p = turned(p, direction);
  return points;
}

}  // namespace ng::views
