// SPDX-License-Identifier: Apache-2.0
// Computes the gaps as the complement of what occupies each row.
#include "views/layout/routing/row_gaps.h"

#include <algorithm>
#include <limits>

namespace ng::views {
namespace {

constexpr double far = 1e6;       // beyond all cards
constexpr double curveWidth = 8;  // kept free around a given curve
constexpr double least = 6;       // narrower gaps are ignored

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

LayoutPoint bezier(const LayoutPoint* p, double t) {
  const double u = 1 - t;
  const double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;
  return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
          a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

using Spans = std::vector<std::vector<std::pair<double, double>>>;

// The span of a given curve in each row that it crosses.
void addCurve(const std::vector<LayoutPoint>& curve,
              const std::vector<std::pair<double, double>>& y, int first, int last, Spans& taken) {
  for (int row = first; row <= last; ++row) {
    double low = std::numeric_limits<double>::max(), high = -low;
    for (std::size_t k = 0; k + 3 < curve.size(); k += 3)
      for (int i = 0; i <= 12; ++i) {
        const LayoutPoint p = bezier(&curve[k], i / 12.0);
        if (p.y < y[at(row)].first - 8 || p.y > y[at(row)].second + 8) continue;
        low = std::min(low, p.x);
        high = std::max(high, p.x);
      }
    if (low <= high) taken[at(row)].emplace_back(low - curveWidth / 2, high + curveWidth / 2);
  }
}

}  // namespace

RowGaps::RowGaps(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges) {
  int last = -1;
  for (const RouteCard& card : cards) last = std::max(last, card.row);
  y_.assign(at(last + 1), {far, -far});
  Spans taken(y_.size());
  for (const RouteCard& card : cards) {
    auto& [top, bottom] = y_[at(card.row)];
    top = std::min(top, card.centre.y - card.height / 2);
    bottom = std::max(bottom, card.centre.y + card.height / 2);
    taken[at(card.row)].emplace_back(card.centre.x - card.width / 2,
                                     card.centre.x + card.width / 2);
  }
  for (std::size_t row = 0; row < y_.size(); ++row)  // an empty row is crossed at its upper edge
    if (y_[row].first > y_[row].second)
      y_[row] =
          row ? std::pair(y_[row - 1].second + 12, y_[row - 1].second + 12) : std::pair(0., 0.);
  for (const RouteEdge& edge : edges) {
    if (!edge.given) continue;
    const int from = cards[at(edge.from)].row, to = cards[at(edge.to)].row;
    addCurve(*edge.given, y_, std::min(from, to) + 1, std::max(from, to) - 1, taken);
  }
  gaps_.resize(y_.size());
  for (std::size_t row = 0; row < taken.size(); ++row) {
    std::sort(taken[row].begin(), taken[row].end());
    double right = -far;
    for (const auto& [from, to] : taken[row]) {
      if (from - right >= least) gaps_[row].push_back({right, from});
      right = std::max(right, to);
    }
    gaps_[row].push_back({right, far});
  }
}

int RowGaps::nearest(int row, double x) const {
  const auto& all = gaps(row);
  const auto it = std::lower_bound(all.begin(), all.end(), x,
                                   [](const Gap& gap, double value) { return gap.right < value; });
  if (it == all.end()) return static_cast<int>(all.size()) - 1;
  if (it == all.begin() || x >= it->left) return static_cast<int>(it - all.begin());
  const bool before = x - std::prev(it)->right < it->left - x;
  return static_cast<int>(it - all.begin()) - (before ? 1 : 0);
}

bool RowGaps::clearBetween(const RouteCard& a, const RouteCard& b) const {
  const RouteCard& left = a.centre.x < b.centre.x ? a : b;
  const RouteCard& right = a.centre.x < b.centre.x ? b : a;
  const double from = left.centre.x + left.width / 2, to = right.centre.x - right.width / 2;
  for (const Gap& gap : gaps(left.row))
    if (gap.left <= from + 1 && gap.right >= to - 1) return true;
  return false;
}

}  // namespace ng::views
