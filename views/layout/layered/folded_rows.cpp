// SPDX-License-Identifier: Apache-2.0
// Chooses the number of strips with the largest scale.
#include "views/layout/layered/folded_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ng::views {
namespace {

constexpr double gutter = 60;  // between strips: room for the edges that skip a turn
// Scale at which most names are fully visible, 0.56, with room for margins, frames and their names.
constexpr double legible = 0.72;
constexpr double longerThanWide = 6;  // in windows
constexpr double worthwhile = 1.2;    // minimal factor by which the scale must grow

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

struct Span {
  double left = 1e18, right = -1e18;
  double width() const { return std::max(0.0, right - left); }
  void include(const Span& other) {
    left = std::min(left, other.left);
    right = std::max(right, other.right);
  }
};

class Page {
 public:
  Page(Placement& placement, const CardSizes& sizes, LayoutPoint window)
      : placement_(placement), sizes_(sizes), window_(window) {
    for (const auto& [item, centre] : placement.centres) {
      const std::size_t row = at(static_cast<int>(std::lround(centre.y / sizes.pitch())));
      if (row >= rows_.size()) rows_.resize(row + 1);
      rows_[row].include({centre.x - sizes.across / 2, centre.x + sizes.across / 2});
    }
    for (const Span& row : rows_) whole_.include(row);
  }

  void fold() {
    if (rows_.empty()) return;
    const double tall = height(static_cast<int>(rows_.size())) / window_.y;
    const double wide = whole_.width() / window_.x;
    if (scaleOf(1) >= legible || tall < longerThanWide * wide) return;
    const int middle = static_cast<int>(std::sqrt(tall / wide));
    int best = 1;
    for (int count = std::max(2, middle - 2); count <= middle + 2; ++count)
      if (scaleOf(count) > scaleOf(best)) best = count;
    if (scaleOf(best) > worthwhile * scaleOf(1)) apply(best);
  }

 private:
  double height(int rows) const { return rows * sizes_.pitch(); }
  int length(int strips) const { return (static_cast<int>(rows_.size()) + strips - 1) / strips; }

  std::vector<Span> stripsOf(int count) const {
    std::vector<Span> strips(at(count));
    const int rows = length(count);
    for (std::size_t row = 0; row < rows_.size(); ++row) strips[row / at(rows)].include(rows_[row]);
    return strips;
  }

  double scaleOf(int count) const {
    double width = gutter * (count - 1);
    for (const Span& strip : stripsOf(count)) width += strip.width();
    return std::min({1.0, window_.x / width, window_.y / height(length(count))});
  }

  void apply(int count) {
    const int rows = length(count);
    std::vector<double> shift;  // by strip
    double left = 0;
    for (const Span& strip : stripsOf(count)) {
      shift.push_back(left - strip.left);
      if (strip.width() > 0) left += strip.width() + gutter;
    }
    const auto move = [&](LayoutPoint p, int strip) {
      return LayoutPoint{p.x + shift[at(strip)], p.y - height(strip * rows)};
    };
    const auto stripOf = [&](ItemId item) { return placement_.rows.at(item) / rows; };
    std::erase_if(placement_.curves, [&](const auto& each) {
      return stripOf(each.first.from) != stripOf(each.first.to);
    });
    for (auto& [ends, curve] : placement_.curves)
      for (LayoutPoint& p : curve) p = move(p, stripOf(ends.from));
    for (auto& [item, row] : placement_.rows) {
      const int strip = row / rows;
      LayoutPoint& centre = placement_.centres.at(item);
      centre = move(centre, strip);
      row %= rows;
    }
  }

  Placement& placement_;
  const CardSizes& sizes_;
  LayoutPoint window_;
  std::vector<Span> rows_;
  Span whole_;
};

}  // namespace

void foldLongRows(Placement& placement, const CardSizes& sizes, Direction direction) {
  Page(placement, sizes, turned(firstWindow, direction)).fold();
}

}  // namespace ng::views
