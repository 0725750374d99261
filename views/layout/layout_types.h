// SPDX-License-Identifier: Apache-2.0
// Layout requests and results: boxes on numbered rows, edges between them, and the places found.
// Standard C++ only, because the helper process uses it too. Units are pixels at 100 %; y grows
// downwards; a row is `gapDown` below the one above it.
#pragma once

#include <cstdint>
#include <vector>

namespace ng::views {

struct LayoutPoint {
  double x = 0, y = 0;
  bool operator==(const LayoutPoint&) const = default;
};

struct LayoutBox {
  double width = 148, height = 40;
  int row = 0;  // the required row
  bool operator==(const LayoutBox&) const = default;
};

// `from` and `to` index the boxes; either may be above the other.
struct LayoutEdge {
  int from = 0, to = 0;
  int weight = 1;  // higher: shorter and straighter
  bool operator==(const LayoutEdge&) const = default;
};

struct LayoutRequest {
  std::vector<LayoutBox> boxes;
  std::vector<LayoutEdge> edges;
  double gapAcross = 20, gapDown = 24;
  bool curves = false;  // also route the edges
  bool operator==(const LayoutRequest&) const = default;
};

// A chain of cubic Bézier curves: 1 + 3n points, from the border of `from` to the border of `to`.
struct LayoutCurve {
  int edge = 0;
  std::vector<LayoutPoint> points;
  bool operator==(const LayoutCurve&) const = default;
};

struct LayoutResult {
  std::vector<LayoutPoint> centres;  // one per box
  std::vector<LayoutCurve> curves;   // for some edges, possibly none
  bool operator==(const LayoutResult&) const = default;
};

// One question to the helper: independent parts.
using LayoutJob = std::vector<LayoutRequest>;
using LayoutAnswer = std::vector<LayoutResult>;

// Limits that both sides enforce.
namespace layout_limits {
inline constexpr int boxes = 20'000;
inline constexpr int edges = 100'000;
inline constexpr int parts = 16;
inline constexpr int rows = 20'000;
inline constexpr double extent = 1e7;  // pixels
inline constexpr std::size_t bytes = 16 << 20;
}  // namespace layout_limits

}  // namespace ng::views
