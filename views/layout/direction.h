// SPDX-License-Identifier: Apache-2.0
// Which way a graph runs on the canvas. Layout and routing count rows downwards; a graph that runs
// to the right is laid out by the same steps over cards that are turned, and turned back at the
// end.
#pragma once

#include <string_view>
#include <vector>

#include "views/layout/layout_types.h"

namespace ng::views {

enum class Direction { down, right };

// "down", "right"; as it is kept with a document.
inline std::string_view name(Direction direction) {
  return direction == Direction::right ? "right" : "down";
}

// Cards and their distances as rows see them, in pixels at 100 %: `across` runs along a row,
// `along` from row to row.
struct CardSizes {
  double across = 148, along = 40, gapAcross = 20, gapAlong = 24;
  double pitch() const { return along + gapAlong; }  // from row to row
};
constexpr CardSizes sizesFor(Direction direction) {
  return direction == Direction::right ? CardSizes{40, 148, 24, 52} : CardSizes{};
}

// The canvas of the window's first size, in pixels.
inline constexpr LayoutPoint firstWindow{980, 612};

// From the picture to rows that run downwards, and back: the same both ways.
inline LayoutPoint turned(LayoutPoint p, Direction direction) {
  return direction == Direction::right ? LayoutPoint{p.y, p.x} : p;
}
inline std::vector<LayoutPoint> turned(std::vector<LayoutPoint> points, Direction direction) {
  for (LayoutPoint& p : points) p = turned(p, direction);
  return points;
}

}  // namespace ng::views
