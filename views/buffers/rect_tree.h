// SPDX-License-Identifier: Apache-2.0
// A million rectangles that are drawn and hit quickly: ordered by size, then by place, under a tree
// of bounds. Parts that fall within one pixel are handed out as one. Never changed once built; may
// be read by several threads.
#pragma once

#include <QRectF>
#include <array>
#include <cstdint>
#include <vector>

namespace ng::views {

// In the plane of the plot: `left` to `right` in steps, `low` to `high` in bytes.
struct PlotRect {
  double left = 0, right = 0, low = 0, high = 0;
  int row = 0;              // whose rectangle it is
  std::uint8_t colour = 0;  // index of a small palette
};

// A part of the plane, with low y at the bottom.
struct PlotWindow {
  double left = 0, right = 1, low = 0, high = 1;
  bool operator==(const PlotWindow&) const = default;
};

class RectTree {
 public:
  static constexpr int fanOut = 16;

  RectTree() = default;
  explicit RectTree(std::vector<PlotRect> rects);

  bool empty() const { return rects_.empty(); }
  std::size_t size() const { return rects_.size(); }
  const PlotWindow& bounds() const { return bounds_; }
  const std::vector<PlotRect>& rects() const {
    return rects_;
  }  // in drawing order, large ones first

  // Calls `one(rect)` for what touches `window`, and `many(bounds, count, colour)` for whole parts
  // that are smaller than `width` by `height`; `colour` is that of the largest area.
  template <class One, class Many>
  void visit(const PlotWindow& window, double width, double height, One&& one, Many&& many) const {
    if (!rects_.empty()) visitNode(levels_.size() - 1, 0, window, width, height, one, many);
  }
  // The topmost rectangle over the point, within `dx` and `dy` of it; null: none.
  const PlotRect* at(double x, double y, double dx = 0, double dy = 0) const;

 private:
  struct Node {
    double left, right, low, high;
    std::uint32_t count;
    std::uint8_t colour;
  };

  void order();
  void buildLevels();
  static bool apart(const PlotWindow& window, double left, double right, double low, double high) {
    return right < window.left || left > window.right || high < window.low || low > window.high;
  }
  template <class One, class Many>
  void visitNode(std::size_t level, std::size_t index, const PlotWindow& window, double width,
                 double height, One& one, Many& many) const;

  std::vector<PlotRect> rects_;
  std::vector<std::vector<Node>> levels_;  // [0]: over fanOut rectangles each; the last: the root
  PlotWindow bounds_;
};

template <class One, class Many>
void RectTree::visitNode(std::size_t level, std::size_t index, const PlotWindow& window,
                         double width, double height, One& one, Many& many) const {
  const Node& node = levels_[level][index];
  if (apart(window, node.left, node.right, node.low, node.high)) return;
  if (node.right - node.left < width && node.high - node.low < height) {
    many(PlotWindow{node.left, node.right, node.low, node.high}, node.count, node.colour);
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
