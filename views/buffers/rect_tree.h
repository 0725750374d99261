// SPDX-License-Identifier: Apache-2.0
// Bounding volume hierarchy for fast drawing and hit testing of a million rectangles, ordered by
// size, then by position. Parts within one pixel are visited as one. Immutable after construction;
// can be read from several threads.
#pragma once

#include <QRectF>
#include <array>
#include <cstdint>
#include <vector>

#include "views/widgets/plots/plot_axis.h"

namespace ng::views {

// Rectangle in plot coordinates: `left` to `right` in steps, `low` to `high` in bytes.
struct PlotRect {
  double left = 0, right = 0, low = 0, high = 0;
  int row = 0;              // owner-defined index, e.g. of the buffer
  std::uint8_t colour = 0;  // palette index
};

class RectTree {
 public:
  static constexpr int fanOut = 16;

  RectTree() = default;
  explicit RectTree(std::vector<PlotRect> rects);

  bool empty() const { return rects_.empty(); }
  std::size_t size() const { return rects_.size(); }
  const PlotRange& bounds() const { return bounds_; }
  const std::vector<PlotRect>& rects() const { return rects_; }

  // Calls `one(rect)` for each rectangle that intersects `window`, and `many(bounds, count,
  // colour)` for groups smaller than `width` by `height`; `colour` is the one with the largest
  // area.
  template <class One, class Many>
  void visit(const PlotRange& window, double width, double height, One&& one, Many&& many) const {
    if (!rects_.empty()) visitNode(levels_.size() - 1, 0, window, width, height, one, many);
  }
  // Topmost rectangle at the point, or within `dx` and `dy` of it; null: none.
  const PlotRect* at(double x, double y, double dx = 0, double dy = 0) const;

 private:
  struct Node {
    double left, right, low, high;
    std::uint32_t count;
    std::uint8_t colour;
  };

  void order();
  void buildLevels();
  static bool apart(const PlotRange& window, double left, double right, double low, double high) {
    return right < window.left || left > window.right || high < window.low || low > window.high;
  }
  template <class One, class Many>
  void visitNode(std::size_t level, std::size_t index, const PlotRange& window, double width,
                 double height, One& one, Many& many) const;

  std::vector<PlotRect> rects_;
  std::vector<std::vector<Node>> levels_;  // [0]: nodes over fanOut rectangles each; last: the root
  PlotRange bounds_;
};

template <class One, class Many>
void RectTree::visitNode(std::size_t level, std::size_t index, const PlotRange& window,
                         double width, double height, One& one, Many& many) const {
  const Node& node = levels_[level][index];
  if (apart(window, node.left, node.right, node.low, node.high)) return;
  if (node.right - node.left < width && node.high - node.low < height) {
    many(PlotRange{node.left, node.right, node.low, node.high}, node.count, node.colour);
    return;
  }
  const std::size_t first = index * fanOut;
  if (level > 0) {
    const std::size_t end = std::min(first + fanOut, levels_[level - 1].size());
    for (std::size_t i = first; i < end; ++i) {
      visitNode(level - 1, i, window, width, height, one, many);
    }
    return;
  }
  const std::size_t end = std::min(first + fanOut, rects_.size());
  for (std::size_t i = first; i < end; ++i) {
    const PlotRect& rect = rects_[i];
    if (!apart(window, rect.left, rect.right, rect.low, rect.high)) one(rect);
  }
}

}  // namespace ng::views
