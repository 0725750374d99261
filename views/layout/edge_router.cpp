// SPDX-License-Identifier: Apache-2.0
// Choosing gaps by shortest path, then ports, lanes in gaps and channels, then the curves.
#include "views/layout/edge_router.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "views/layout/row_gaps.h"

namespace ng::views {
namespace {

constexpr double margin = 5;       // from a card's side
constexpr double laneAcross = 6;   // between vertical runs in a gap
constexpr double corner = 8;       // radius of a turn
constexpr double softTurn = 190;   // shorter shifts are drawn as one curve
constexpr double portSpread = 18;  // between arrowheads on one side of a card
constexpr double bend = 30;        // a shift costs as much as this many pixels

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

enum class Side { bottom, top, left, right };

// One edge on its way: from a port through one x in each row it passes to the other port.
struct Plan {
  int from = 0, to = 0;
  Side out = Side::bottom, in = Side::top;
  double start = 0, end = 0;  // x of the ports
  std::vector<int> rows;      // passed, in order
  std::vector<double> x;      // in each of them
  std::vector<int> gap;       // in each of them
  std::vector<double> lane;   // y of the crossing in each channel, rows + 1 of them
  double xBefore(std::size_t i) const { return i == 0 ? start : x[i - 1]; }
  double xAfter(std::size_t i) const { return i < x.size() ? x[i] : end; }
};

class Router {
 public:
  Router(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges)
      : cards_(cards), edges_(edges), gaps_(cards, edges) {}

  std::vector<std::vector<LayoutPoint>> run() {
    plans_.resize(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i)
      if (!edges_[i].given) plan(plans_[i], edges_[i]);
    spreadPorts();
    keepFromGivenEnds();
    spreadInGaps();
    spreadInChannels();
    std::vector<std::vector<LayoutPoint>> result;
    for (std::size_t i = 0; i < edges_.size(); ++i)
      result.push_back(edges_[i].given ? *edges_[i].given : draw(plans_[i]));
    return result;
  }

 private:
  const RouteCard& card(int i) const { return cards_[at(i)]; }

  void plan(Plan& plan, const RouteEdge& edge) {
    plan.from = edge.from;
    plan.to = edge.to;
    const RouteCard &a = card(edge.from), &b = card(edge.to);
    plan.start = a.centre.x;
    plan.end = b.centre.x;
    if (a.row == b.row) {
      const bool beside = gaps_.clearBetween(a, b);
      plan.out = !beside ? Side::bottom : a.centre.x < b.centre.x ? Side::right : Side::left;
      plan.in = !beside ? Side::bottom : a.centre.x < b.centre.x ? Side::left : Side::right;
      return;
    }
    const int step = a.row < b.row ? 1 : -1;
    plan.out = step > 0 ? Side::bottom : Side::top;
    plan.in = step > 0 ? Side::top : Side::bottom;
    for (int row = a.row + step; row != b.row; row += step) plan.rows.push_back(row);
    chooseGaps(plan);
  }

  struct State {
    int gap = 0;
    double x = 0, cost = 0;
    int before = -1;
  };

  // The x at which a row may be passed when one would like to pass it at `wish`.
  std::pair<int, double> passAt(int row, int index, double wish) const {
    const Gap& gap = gaps_.gaps(row)[at(index)];
    const double inset = std::min(std::clamp(gap.width() * 0.3, margin, 14.0), gap.width() / 2);
    return {index, std::clamp(wish, gap.left + inset, gap.right - inset)};
  }

  // Verticals worth trying: those that pass one of the rows close to the straight way.
  std::vector<double> verticals(const Plan& plan) const {
    std::vector<double> xs{plan.start, plan.end};
    const std::size_t most = cards_.size() > 1000 ? 12 : 40;
    const auto add = [&](double x) {
      const auto same = [x](double other) { return std::abs(other - x) < 3; };
      if (xs.size() < most && std::none_of(xs.begin(), xs.end(), same)) xs.push_back(x);
    };
    for (std::size_t i = 0; i < plan.rows.size() && xs.size() < most; ++i) {
      const int row = i % 2 ? plan.rows[plan.rows.size() - 1 - i / 2] : plan.rows[i / 2];
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
    for (const double wish : verticals) {
      const auto [gap, x] = passAt(row, gaps_.nearest(row, wish), wish);
      const auto same = [x = x](const State& state) { return std::abs(state.x - x) < 1; };
      if (std::any_of(states.begin(), states.end(), same)) continue;
      const double tight = gaps_.gaps(row)[at(gap)].width() < 2 * margin + 2 ? 30 : 0;
      states.push_back({gap, x, tight, -1});
    }
    return states;
  }

  void chooseGaps(Plan& plan) {
    if (plan.rows.empty()) return;
    std::vector<std::vector<State>> table;
    std::vector<State> before{{-1, plan.start, 0, -1}};
    const std::vector<double> wishes = verticals(plan);
    const auto shift = [](double a, double b) {
      return std::abs(a - b) < 1 ? 0 : std::abs(a - b) + bend;
    };
    for (const int row : plan.rows) {
      std::vector<State> now = candidates(row, wishes);
      for (State& state : now) {
        double least = std::numeric_limits<double>::max();
        for (std::size_t i = 0; i < before.size(); ++i) {
          const double cost = before[i].cost + shift(before[i].x, state.x);
          if (cost < least) least = cost, state.before = static_cast<int>(i);
        }
        state.cost += least;
      }
      table.push_back(now);
      before = std::move(now);
    }
    int best = 0;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double cost = before[i].cost + shift(before[i].x, plan.end);
      if (cost < least) least = cost, best = static_cast<int>(i);
    }
    for (std::size_t k = table.size(); k-- > 0;) {
      const State& state = table[k][at(best)];
      plan.x.insert(plan.x.begin(), state.x);
      plan.gap.insert(plan.gap.begin(), state.gap);
      best = state.before;
    }
  }

  // Ends on one side of a card: all that leave share one port, those that arrive stand apart, in
  // the order of where they come from.
  void spreadPorts() {
    struct End {
      double other;
      Plan* plan;
      bool leaves;
    };
    std::map<std::pair<int, Side>, std::vector<End>> sides;
    for (Plan& plan : plans_) {
      if (plan.from == plan.to) continue;
      sides[{plan.from, plan.out}].push_back({plan.xAfter(0), &plan, true});
      sides[{plan.to, plan.in}].push_back({plan.xBefore(plan.x.size()), &plan, false});
    }
    for (auto& [key, ends] : sides) {
      if (key.second == Side::left || key.second == Side::right) continue;
      std::vector<double> ports;
      double leaving = 0;
      int leave = 0;
      for (const End& end : ends)
        if (end.leaves) leaving += end.other, ++leave;
      for (End& end : ends)
        if (end.leaves) end.other = leaving / leave;
      std::stable_sort(ends.begin(), ends.end(),
                       [](const End& a, const End& b) { return a.other < b.other; });
      std::vector<int> slot;
      int last = -1;
      bool left = false;
      int leavingSlot = 0;
      for (const End& end : ends) {
        if (end.leaves && !left) leavingSlot = ++last, left = true;
        slot.push_back(end.leaves ? leavingSlot : ++last);
      }
      const RouteCard& c = card(key.first);
      const double pitch = last > 0 ? std::min(portSpread, (c.width - 24) / last) : 0;
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const double x = c.centre.x + (slot[i] - last / 2.0) * pitch;
        (ends[i].leaves ? ends[i].plan->start : ends[i].plan->end) = x;
      }
    }
  }

  // Given curves have their ends already; others keep a little away from them.
  void keepFromGivenEnds() {
    struct Taken {
      double x;
      bool leaves;
    };
    std::map<std::pair<int, Side>, std::vector<Taken>> taken;
    for (const RouteEdge& edge : edges_) {
      if (!edge.given) continue;
      const bool down = card(edge.from).row < card(edge.to).row;
      taken[{edge.from, down ? Side::bottom : Side::top}].push_back({edge.given->front().x, true});
      taken[{edge.to, down ? Side::top : Side::bottom}].push_back({edge.given->back().x, false});
    }
    const auto keepOff = [&](int of, Side side, double& x, bool leaves, double towards) {
      std::vector<Taken>& here = taken[{of, side}];
      const double step = towards > x ? portSpread / 2 : -portSpread / 2;
      const double limit = card(of).width / 2 - 10;
      const auto near = [&](const Taken& t) {
        return !(leaves && t.leaves) && std::abs(t.x - x) < portSpread / 2 + 1;
      };
      const double home = x;
      for (int k = 0; k < 16 && std::any_of(here.begin(), here.end(), near); ++k) {
        x += step;
        if (std::abs(x - card(of).centre.x) > limit) x = home, k = 16;
      }
      here.push_back({x, leaves});
    };
    for (Plan& plan : plans_) {
      if (plan.from == plan.to || plan.out == Side::left || plan.out == Side::right) continue;
      keepOff(plan.from, plan.out, plan.start, true, plan.xAfter(0));
      keepOff(plan.to, plan.in, plan.end, false, plan.xBefore(plan.x.size()));
    }
  }

  // Edges through one gap stand side by side, in the order that crosses least.
  void spreadInGaps() {
    struct Pass {
      double wish, order;
      Plan* plan;
      std::size_t index;
    };
    std::map<std::pair<int, int>, std::vector<Pass>> passes;
    for (Plan& plan : plans_)
      for (std::size_t i = 0; i < plan.x.size(); ++i)
        passes[{plan.rows[i], plan.gap[i]}].push_back(
            {plan.x[i], plan.xBefore(i) + plan.xAfter(i + 1), &plan, i});
    for (auto& [key, here] : passes) {
      if (here.size() < 2) continue;
      std::stable_sort(here.begin(), here.end(), [](const Pass& a, const Pass& b) {
        return std::pair(a.wish, a.order) < std::pair(b.wish, b.order);
      });
      const Gap& gap = gaps_.gaps(key.first)[at(key.second)];
      const double inset = std::min(margin - 1, gap.width() / 2);
      const double low = gap.left + inset, high = gap.right - inset;
      const double pitch =
          std::min(laneAcross, (high - low) / static_cast<double>(here.size() - 1));
      for (std::size_t i = 1; i < here.size(); ++i)
        here[i].wish = std::max(here[i].wish, here[i - 1].wish + pitch);
      double limit = high;
      for (std::size_t i = here.size(); i-- > 0; limit -= pitch)
        here[i].wish = std::min(here[i].wish, limit);
      for (const Pass& pass : here) pass.plan->x[pass.index] = pass.wish;
    }
  }

  // The channel that a plan's i-th shift lies in: numbered by the row above it.
  int channel(const Plan& plan, std::size_t i) const {
    const bool down = plan.out == Side::bottom;
    const int above = i == 0 ? card(plan.from).row : plan.rows[i - 1];
    return down ? above : above - 1;
  }

  // Long shifts of a channel get a height each; those of one source may share it.
  void spreadInChannels() {
    struct Shift {
      double low, high;
      Plan* plan;
      std::size_t index;
    };
    std::map<int, std::vector<Shift>> shifts;
    for (Plan& plan : plans_) {
      plan.lane.assign(plan.x.size() + 1, 0);
      if (plan.out == Side::left || plan.out == Side::right) continue;
      for (std::size_t i = 0; i <= plan.x.size(); ++i) {
        const double low = std::min(plan.xBefore(i), plan.xAfter(i));
        const double high = std::max(plan.xBefore(i), plan.xAfter(i));
        const bool arc = plan.out == plan.in;
        if (high - low > softTurn || arc) shifts[channel(plan, i)].push_back({low, high, &plan, i});
      }
    }
    for (auto& [row, here] : shifts) {
      std::stable_sort(here.begin(), here.end(),
                       [](const Shift& a, const Shift& b) { return a.low < b.low; });
      std::vector<std::vector<const Shift*>> lanes;
      std::vector<std::size_t> lane;
      for (const Shift& shift : here) {
        std::size_t k = 0;
        const auto clash = [&](const Shift* other) {
          return other->plan->from != shift.plan->from && other->low < shift.high + 6 &&
                 shift.low < other->high + 6;
        };
        while (k < lanes.size() && std::any_of(lanes[k].begin(), lanes[k].end(), clash)) ++k;
        if (k == lanes.size()) lanes.emplace_back();
        lanes[k].push_back(&shift);
        lane.push_back(k);
      }
      const double top = gaps_.bottom(row);
      const double height = row + 1 < gaps_.rows() ? gaps_.top(row + 1) - top : 24;
      const double pitch =
          std::min(5., (height - 14) / std::max<double>(1, static_cast<double>(lanes.size()) - 1));
      const double first = top + height / 2 - pitch * (static_cast<double>(lanes.size()) - 1) / 2;
      for (std::size_t i = 0; i < here.size(); ++i)
        here[i].plan->lane[here[i].index] = first + pitch * static_cast<double>(lane[i]);
    }
  }

  double yOf(const RouteCard& c, Side side) const {
    if (side == Side::top) return c.centre.y - c.height / 2;
    return side == Side::bottom ? c.centre.y + c.height / 2 : c.centre.y;
  }

  std::vector<LayoutPoint> draw(const Plan& plan) const {
    const RouteCard &a = card(plan.from), &b = card(plan.to);
    if (plan.out == Side::left || plan.out == Side::right) {
      const double sign = plan.out == Side::right ? 1 : -1;
      const LayoutPoint p{a.centre.x + sign * a.width / 2, a.centre.y};
      const LayoutPoint q{b.centre.x - sign * b.width / 2, b.centre.y};
      return {p, {(2 * p.x + q.x) / 3, p.y}, {(p.x + 2 * q.x) / 3, q.y}, q};
    }
    const bool down = plan.out == Side::bottom;
    std::vector<LayoutPoint> path{{plan.start, yOf(a, plan.out)}};
    for (std::size_t i = 0; i <= plan.x.size(); ++i) {
      const double x = plan.xAfter(i);
      double arrive = yOf(b, plan.in), leave = arrive;
      if (i < plan.x.size()) {
        arrive = down ? gaps_.top(plan.rows[i]) : gaps_.bottom(plan.rows[i]);
        leave = down ? gaps_.bottom(plan.rows[i]) : gaps_.top(plan.rows[i]);
      }
      shiftTo(path, {x, arrive}, plan.lane[i]);
      if (leave != arrive) straightTo(path, {x, leave});
    }
    return path;
  }

  static void straightTo(std::vector<LayoutPoint>& path, LayoutPoint q) {
    const LayoutPoint p = path.back();
    path.push_back({(2 * p.x + q.x) / 3, (2 * p.y + q.y) / 3});
    path.push_back({(p.x + 2 * q.x) / 3, (p.y + 2 * q.y) / 3});
    path.push_back(q);
  }

  static void turnTo(std::vector<LayoutPoint>& path, LayoutPoint middle, LayoutPoint q) {
    constexpr double round = 0.55;  // of the way to the corner: nearly a circle
    const LayoutPoint p = path.back();
    path.push_back({p.x + (middle.x - p.x) * round, p.y + (middle.y - p.y) * round});
    path.push_back({q.x + (middle.x - q.x) * round, q.y + (middle.y - q.y) * round});
    path.push_back(q);
  }

  // From the path's end, which runs vertically, to `q`, arriving vertically.
  static void shiftTo(std::vector<LayoutPoint>& path, LayoutPoint q, double lane) {
    const LayoutPoint p = path.back();
    const double dx = q.x - p.x;
    if (lane == 0) {
      if (std::abs(dx) < 0.5) return straightTo(path, q);
      const double reach = (q.y - p.y) * (std::abs(dx) > 40 ? 0.6 : 0.5);
      path.push_back({p.x, p.y + reach});
      path.push_back({q.x, q.y - reach});
      path.push_back(q);
      return;
    }
    const double sign = dx > 0 ? 1 : -1;
    const double first = std::min({corner, std::abs(dx) / 2, std::abs(lane - p.y)});
    const double second = std::min({corner, std::abs(dx) / 2, std::abs(q.y - lane)});
    const double out = lane > p.y ? 1 : -1, in = q.y > lane ? 1 : -1;
    straightTo(path, {p.x, lane - out * first});
    turnTo(path, {p.x, lane}, {p.x + sign * first, lane});
    straightTo(path, {q.x - sign * second, lane});
    turnTo(path, {q.x, lane}, {q.x, lane + in * second});
    straightTo(path, q);
  }

  const std::vector<RouteCard>& cards_;
  const std::vector<RouteEdge>& edges_;
  RowGaps gaps_;
  std::vector<Plan> plans_;
};

}  // namespace

std::vector<std::vector<LayoutPoint>> routeEdges(const std::vector<RouteCard>& cards,
                                                 const std::vector<RouteEdge>& edges) {
  return Router(cards, edges).run();
}

}  // namespace ng::views
