// SPDX-License-Identifier: Apache-2.0
// Chooses the gap of each row that an edge crosses: a shortest path over a few candidate positions
// in each row.
#include "views/layout/routing/route_plan.h"

#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

constexpr double margin = 5;  // from a card's side
constexpr double bend = 30;   // cost of a shift, in pixels

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

class GapChoice {
 public:
  GapChoice(const std::vector<RouteCard>& cards, const RowGaps& gaps)
      : cards_(cards), gaps_(gaps) {}

  struct State {
    int gap = 0;
    double x = 0, cost = 0;
    int before = -1;
  };

  // The x at which the row is crossed if `preferred` is the preferred x.
  std::pair<int, double> passAt(int row, int index, double preferred) const {
    const Gap& gap = gaps_.gaps(row)[at(index)];
    const double inset = std::min(std::clamp(gap.width() * 0.3, margin, 14.0), gap.width() / 2);
    return {index, std::clamp(preferred, gap.left + inset, gap.right - inset)};
  }

  // Candidate x positions: those that cross one of the rows close to the direct line.
  std::vector<double> verticals(const RoutePlan& plan) const {
    std::vector<double> xs{plan.start, plan.end};
    const std::size_t most = cards_.size() > 1000 ? 12 : 40;
    const auto add = [&](double x) {
      const auto same = [x](double other) { return std::abs(other - x) < 3; };
      if (xs.size() < most && std::none_of(xs.begin(), xs.end(), same)) xs.push_back(x);
    };
    for (std::size_t i = 0; i < plan.x.size() && xs.size() < most; ++i) {
      const int row = plan.row(i % 2 ? plan.x.size() - 1 - i / 2 : i / 2);
      const int count = static_cast<int>(gaps_.gaps(row).size());
      for (const double x : {plan.start, plan.end, (plan.start + plan.end) / 2}) {
        const int middle = gaps_.nearest(row, x);
        for (int k = std::max(middle - 1, 0); k <= std::min(middle + 1, count - 1); ++k)
          add(passAt(row, k, x).second);
      }
    }
    return xs;
  }

  std::vector<State> candidates(int row, const std::vector<double>& verticals) const {
    std::vector<State> states;
    for (const double preferred : verticals) {
      const auto [gap, x] = passAt(row, gaps_.nearest(row, preferred), preferred);
      const auto same = [x = x](const State& state) { return std::abs(state.x - x) < 1; };
      if (std::any_of(states.begin(), states.end(), same)) continue;
      const double tight = gaps_.gaps(row)[at(gap)].width() < 2 * margin + 2 ? 30 : 0;
      states.push_back({gap, x, tight, -1});
    }
    return states;
  }

  // The table of cheapest paths to each x of each row.
  using Table = std::vector<std::vector<State>>;
  Table waysTo(const RoutePlan& plan) const {
    Table table;
    std::vector<State> before{{-1, plan.start, 0, -1}};
    const std::vector<double> preferred = verticals(plan);
    table.reserve(plan.x.size());
    for (std::size_t i = 0; i < plan.x.size(); ++i) {
      std::vector<State> now = candidates(plan.row(i), preferred);
      for (State& state : now) {
        state.before = cheapest(before, state.x);
        const State& from = before[at(state.before)];
        state.cost += from.cost + shift(from.x, state.x);
      }
      table.push_back(now);
      before = std::move(now);
    }
    return table;
  }

  void choose(RoutePlan& plan) const {
    if (plan.x.empty()) return;
    const Table table = waysTo(plan);
    int best = cheapest(table.back(), plan.end);
    for (std::size_t k = table.size(); k-- > 0;) {
      const State& state = table[k][at(best)];
      plan.x[k] = state.x;
      plan.gap[k] = state.gap;
      best = state.before;
    }
  }

 private:
  static double shift(double a, double b) {
    return std::abs(a - b) < 1 ? 0 : std::abs(a - b) + bend;
  }
  static int cheapest(const std::vector<State>& states, double x) {
    const auto cost = [x](const State& s) { return s.cost + shift(s.x, x); };
    const auto it =
        std::min_element(states.begin(), states.end(),
                         [&](const State& a, const State& b) { return cost(a) < cost(b); });
    return static_cast<int>(it - states.begin());
  }

  const std::vector<RouteCard>& cards_;
  const RowGaps& gaps_;
};

}  // namespace

RoutePlan planRoute(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                    const RouteEdge& edge) {
  RoutePlan plan;
  plan.from = edge.from;
  plan.to = edge.to;
  const RouteCard &a = cards[at(edge.from)], &b = cards[at(edge.to)];
  plan.start = a.centre.x;
  plan.end = b.centre.x;
  if (a.row == b.row) {
    const bool beside = gaps.clearBetween(a, b), right = a.centre.x < b.centre.x;
    plan.out = !beside ? CardSide::bottom : right ? CardSide::right : CardSide::left;
    plan.in = !beside ? CardSide::bottom : right ? CardSide::left : CardSide::right;
    return plan;
  }
  const int step = a.row < b.row ? 1 : -1;
  plan.out = step > 0 ? CardSide::bottom : CardSide::top;
  plan.in = step > 0 ? CardSide::top : CardSide::bottom;
  plan.step = step;
  plan.firstRow = a.row + step;
  plan.x.resize(at(std::abs(b.row - a.row) - 1));
  plan.gap.resize(plan.x.size());
  GapChoice(cards, gaps).choose(plan);
  return plan;
}

}  // namespace ng::views
