// SPDX-License-Identifier: Apache-2.0
// Spreads edges side by side in gaps, and one above the other between rows.
#include "views/layout/routing/route_plan.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>

namespace ng::views {
namespace {

constexpr double margin = 4;        // from a card's side
constexpr double laneAcross = 6;    // between vertical runs in a gap
constexpr double laneDown = 5;      // between shifts of one channel
constexpr double softTurn = 190;    // shorter shifts are drawn as one curve
constexpr double lastChannel = 24;  // below the last row

// The crossing of an edge through a gap.
struct Pass {
  std::uint32_t plan, index;
  double x, order;  // x as planned; sort key: the position of its ends
};

// The crossings of all gaps, in one array: a large graph has many millions.
class Passes {
 public:
  Passes(const RowGaps& gaps, const RoutePlans& plans) {
    std::size_t count = 0;
    for (int row = 0; row < gaps.rows(); ++row) {
      first_.push_back(count);
      count += gaps.gaps(row).size();
    }
    std::vector<std::size_t> passes(count);
    each(plans, [&](std::size_t gap, const Pass&) { ++passes[gap]; });
    ends_.resize(count);
    std::exclusive_scan(passes.begin(), passes.end(), ends_.begin(), std::size_t{0});
    passes_.resize(std::accumulate(passes.begin(), passes.end(), std::size_t{0}));
    each(plans, [&](std::size_t gap, const Pass& pass) { passes_[ends_[gap]++] = pass; });
  }

  std::span<Pass> through(int row, std::size_t gap) {
    const std::size_t i = first_[static_cast<std::size_t>(row)] + gap;
    const std::size_t first = i == 0 ? 0 : ends_[i - 1];
    return std::span(passes_).subspan(first, ends_[i] - first);
  }

 private:
  template <class Take>
  void each(const RoutePlans& plans, const Take& take) const {
    for (std::size_t k = 0; k < plans.size(); ++k)
      for (std::size_t i = 0; i < plans[k].x.size(); ++i)
        take(first_[static_cast<std::size_t>(plans[k].row(i))] +
                 static_cast<std::size_t>(plans[k].gap[i]),
             {static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(i), plans[k].x[i],
              plans[k].xBefore(i) + plans[k].xAfter(i + 1)});
  }

  std::vector<std::size_t> first_;  // by row: its first gap
  std::vector<std::size_t> ends_;   // by gap: the end of its passes
  std::vector<Pass> passes_;
};

void spreadPasses(const Gap& gap, std::span<Pass> passes, RoutePlans& plans) {
  std::stable_sort(passes.begin(), passes.end(), [](const Pass& a, const Pass& b) {
    return std::pair(a.x, a.order) < std::pair(b.x, b.order);
  });
  const double inset = std::min(margin, gap.width() / 2);
  const double low = gap.left + inset, high = gap.right - inset;
  const double pitch = std::min(laneAcross, (high - low) / static_cast<double>(passes.size() - 1));
  for (std::size_t i = 1; i < passes.size(); ++i)
    passes[i].x = std::max(passes[i].x, passes[i - 1].x + pitch);
  double limit = high;
  for (std::size_t i = passes.size(); i-- > 0; limit -= pitch)
    passes[i].x = std::min(passes[i].x, limit);
  for (const Pass& pass : passes) plans[pass.plan].x[pass.index] = pass.x;
}

// A long horizontal shift between two rows.
struct Shift {
  double low, high;
  RoutePlan* plan;
  std::size_t index;
};

// The row above the channel of the i-th shift.
int rowAbove(const RoutePlan& plan, std::size_t i, int fromRow) {
  const int row = i == 0 ? fromRow : plan.row(i - 1);
  return plan.out == CardSide::bottom ? row : row - 1;
}

void setLane(RoutePlan& plan, std::size_t shift, double y) {
  if (plan.lane.empty()) plan.lane.assign(plan.x.size() + 1, 0);
  plan.lane[shift] = y;
}

void spreadShifts(double top, double height, std::vector<Shift>& shifts) {
  std::stable_sort(shifts.begin(), shifts.end(),
                   [](const Shift& a, const Shift& b) { return a.low < b.low; });
  std::vector<std::vector<const Shift*>> lanes;
  std::vector<std::size_t> lane;
  for (const Shift& shift : shifts) {
    const auto clash = [&](const Shift* other) {
      return other->plan->from != shift.plan->from && other->low < shift.high + laneAcross &&
             shift.low < other->high + laneAcross;
    };
    std::size_t k = 0;
    while (k < lanes.size() && std::any_of(lanes[k].begin(), lanes[k].end(), clash)) ++k;
    if (k == lanes.size()) lanes.emplace_back();
    lanes[k].push_back(&shift);
    lane.push_back(k);
  }
  const double steps = static_cast<double>(lanes.size()) - 1;
  const double pitch = std::min(laneDown, (height - 14) / std::max(1.0, steps));
  const double first = top + height / 2 - pitch * steps / 2;
  for (std::size_t i = 0; i < shifts.size(); ++i)
    setLane(*shifts[i].plan, shifts[i].index, first + pitch * static_cast<double>(lane[i]));
}

}  // namespace

void spreadInGaps(const RowGaps& gaps, RoutePlans& plans) {
  Passes passes(gaps, plans);
  for (int row = 0; row < gaps.rows(); ++row)
    for (std::size_t i = 0; i < gaps.gaps(row).size(); ++i)
      if (const auto here = passes.through(row, i); here.size() > 1)
        spreadPasses(gaps.gaps(row)[i], here, plans);
}

void spreadBetweenRows(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                       RoutePlans& plans) {
  std::map<int, std::vector<Shift>> shifts;
  for (RoutePlan& plan : plans) {
    if (plan.from == plan.to || plan.sideways()) continue;
    const int fromRow = cards[static_cast<std::size_t>(plan.from)].row;
    for (std::size_t i = 0; i <= plan.x.size(); ++i) {
      const double low = std::min(plan.xBefore(i), plan.xAfter(i));
      const double high = std::max(plan.xBefore(i), plan.xAfter(i));
      const bool arc = plan.out == plan.in;  // leaves and arrives on the same side
      if (high - low > softTurn || arc)
        shifts[rowAbove(plan, i, fromRow)].push_back({low, high, &plan, i});
    }
  }
  for (auto& [row, here] : shifts) {
    const double top = gaps.bottom(row);
    const double height = row + 1 < gaps.rows() ? gaps.top(row + 1) - top : lastChannel;
    spreadShifts(top, height, here);
  }
}

}  // namespace ng::views
