// SPDX-License-Identifier: Apache-2.0
// Places the ends of edges on the sides of cards.
#include "views/layout/routing/route_plan.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ng::views {
namespace {

constexpr double portSpread = 18;  // between arrowheads on one side of a card

using SideKey = std::pair<int, CardSide>;

struct End {
  double other;  // x of the other end of the first shift
  RoutePlan* plan;
  bool leaves;
};

// The ends on one side of a card: outgoing edges share one port, incoming edges are spread in the
// order of their origins.
void spread(const RouteCard& card, std::vector<End>& ends) {
  double leaving = 0;
  int leave = 0;
  for (const End& end : ends)
    if (end.leaves) leaving += end.other, ++leave;
  for (End& end : ends)
    if (end.leaves) end.other = leaving / leave;
  std::stable_sort(ends.begin(), ends.end(),
                   [](const End& a, const End& b) { return a.other < b.other; });
  std::vector<int> seats;
  int last = -1, shared = -1;
  for (const End& end : ends) {
    if (!end.leaves || shared < 0) ++last;
    if (end.leaves && shared < 0) shared = last;
    seats.push_back(end.leaves ? shared : last);
  }
  const double pitch = last > 0 ? std::min(portSpread, (card.width - 24) / last) : 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const double x = card.centre.x + (seats[i] - last / 2.0) * pitch;
    (ends[i].leaves ? ends[i].plan->start : ends[i].plan->end) = x;
  }
}

// Given curves have fixed ends; other ends keep a small distance from them.
class TakenPorts {
 public:
  TakenPorts(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges)
      : cards_(cards) {
    for (const RouteEdge& edge : edges) {
      if (!edge.given) continue;
      const bool down = row(edge.from) < row(edge.to);
      taken_[{edge.from, down ? CardSide::bottom : CardSide::top}].push_back(
          {edge.given->front().x, true});
      taken_[{edge.to, down ? CardSide::top : CardSide::bottom}].push_back(
          {edge.given->back().x, false});
    }
  }

  void keepOff(SideKey side, double& x, bool leaves, double towards) {
    const RouteCard& card = cards_[static_cast<std::size_t>(side.first)];
    std::vector<Port>& here = taken_[side];
    const double step = towards > x ? portSpread / 2 : -portSpread / 2;
    const auto near = [&](const Port& port) {
      return !(leaves && port.leaves) && std::abs(port.x - x) < portSpread / 2 + 1;
    };
    const double home = x;
    while (std::any_of(here.begin(), here.end(), near)) {
      x += step;
      if (std::abs(x - card.centre.x) <= card.width / 2 - 10) continue;
      x = home;
      break;
    }
    here.push_back({x, leaves});
  }

 private:
  struct Port {
    double x;
    bool leaves;
  };
  int row(int card) const { return cards_[static_cast<std::size_t>(card)].row; }

  const std::vector<RouteCard>& cards_;
  std::map<SideKey, std::vector<Port>> taken_;
};

}  // namespace

void spreadPorts(const std::vector<RouteCard>& cards, const std::vector<RouteEdge>& edges,
                 RoutePlans& plans) {
  std::map<SideKey, std::vector<End>> sides;
  for (RoutePlan& plan : plans) {
    if (plan.from == plan.to || plan.sideways()) continue;
    sides[{plan.from, plan.out}].push_back({plan.xAfter(0), &plan, true});
    sides[{plan.to, plan.in}].push_back({plan.xBefore(plan.x.size()), &plan, false});
  }
  for (auto& [key, ends] : sides) spread(cards[static_cast<std::size_t>(key.first)], ends);
  TakenPorts taken(cards, edges);
  for (RoutePlan& plan : plans) {
    if (plan.from == plan.to || plan.sideways()) continue;
    taken.keepOff({plan.from, plan.out}, plan.start, true, plan.xAfter(0));
    taken.keepOff({plan.to, plan.in}, plan.end, false, plan.xBefore(plan.x.size()));
  }
}

}  // namespace ng::views
