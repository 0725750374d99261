// SPDX-License-Identifier: Apache-2.0
// Ordering and bounding hierarchy of the rectangles.
#include "views/buffers/rect_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ng::views {
namespace {

constexpr int placeBits = 13;  // bits per coordinate in the Morton order

std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | (bits << 16)) & 0x0000ffff0000ffffull;
  bits = (bits | (bits << 8)) & 0x00ff00ff00ff00ffull;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f0f0f0f0full;
  bits = (bits | (bits << 2)) & 0x3333333333333333ull;
  return (bits | (bits << 1)) & 0x5555555555555555ull;
}

std::uint64_t cell(double part) {
  return static_cast<std::uint64_t>(std::clamp(part, 0.0, 1.0) * ((1 << placeBits) - 1));
}

// How many times the rectangle can be doubled within the bounds; 0 for the largest.
std::uint64_t sizeClass(double part) {
  return part <= 0 ? 31 : static_cast<std::uint64_t>(std::clamp(-std::log2(part), 0.0, 31.0));
}

PlotRange boundsOf(const std::vector<PlotRect>& rects) {
  if (rects.empty()) return {};
  constexpr double far = std::numeric_limits<double>::infinity();
  PlotRange all{far, -far, far, -far};
  for (const PlotRect& rect : rects) {
    all.left = std::min(all.left, rect.left), all.right = std::max(all.right, rect.right);
    all.low = std::min(all.low, rect.low), all.high = std::max(all.high, rect.high);
  }
  return all;
}

}  // namespace

RectTree::RectTree(std::vector<PlotRect> rects)
    : rects_(std::move(rects)), bounds_(boundsOf(rects_)) {
  order();
  buildLevels();
}

// Sorts by size class, then along a Morton curve: neighbours in the list are neighbours in the
// plane, and small rectangles do not inflate or hide under the bounds of large ones.
void RectTree::order() {
  const double width = std::max(bounds_.right - bounds_.left, 1e-12);
  const double height = std::max(bounds_.high - bounds_.low, 1e-12);
  struct Key {
    std::uint64_t key;
    std::uint32_t index;
  };
  std::vector<Key> keys(rects_.size());
  for (std::size_t i = 0; i < rects_.size(); ++i) {
    const PlotRect& r = rects_[i];
    const double part = std::max((r.right - r.left) / width, (r.high - r.low) / height);
    const std::uint64_t x = cell(((r.left + r.right) / 2 - bounds_.left) / width);
    const std::uint64_t y = cell(((r.low + r.high) / 2 - bounds_.low) / height);
    const std::uint64_t place = spread(x) | (spread(y) << 1);
    keys[i] = {(sizeClass(part) << (2 * placeBits)) | place, static_cast<std::uint32_t>(i)};
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.key != b.key ? a.key < b.key : a.index < b.index;
  });
  std::vector<PlotRect> ordered;
  ordered.reserve(rects_.size());
  for (const Key& key : keys) ordered.push_back(rects_[key.index]);
  rects_ = std::move(ordered);
}

void RectTree::buildLevels() {
  if (rects_.empty()) return;
  constexpr int colours = 16;
  const auto over = [](const auto& parts, auto areaOf, auto countOf) {
    std::vector<Node> nodes;
    for (std::size_t first = 0; first < parts.size(); first += fanOut) {
      const std::size_t end = std::min<std::size_t>(first + fanOut, parts.size());
      Node node{parts[first].left, parts[first].right, parts[first].low, parts[first].high, 0, 0};
      std::array<double, colours> areas{};
      for (std::size_t i = first; i < end; ++i) {
        const auto& part = parts[i];
        node.left = std::min(node.left, part.left), node.right = std::max(node.right, part.right);
        node.low = std::min(node.low, part.low), node.high = std::max(node.high, part.high);
        node.count += countOf(part);
        areas[part.colour % colours] += areaOf(part);
      }
      node.colour =
          static_cast<std::uint8_t>(std::max_element(areas.begin(), areas.end()) - areas.begin());
      nodes.push_back(node);
    }
    return nodes;
  };
  const auto area = [](const auto& part) {
    return (part.right - part.left) * (part.high - part.low);
  };
  levels_.push_back(over(rects_, area, [](const PlotRect&) { return 1u; }));
  while (levels_.back().size() > 1) {
    levels_.push_back(over(levels_.back(), area, [](const Node& node) { return node.count; }));
  }
}

const PlotRect* RectTree::at(double x, double y, double dx, double dy) const {
  const PlotRect* found = nullptr;
  bool exact = false;
  visit(
      {x - dx, x + dx, y - dy, y + dy}, 0, 0,
      [&](const PlotRect& rect) {
        const bool inside = rect.left <= x && x < rect.right && rect.low <= y && y < rect.high;
        if (inside || !exact) found = &rect;
        exact |= inside;
      },
      [](const PlotRange&, std::uint32_t, std::uint8_t) {});
  return found;
}

}  // namespace ng::views
