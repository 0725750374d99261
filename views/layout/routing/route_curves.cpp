// SPDX-License-Identifier: Apache-2.0
// Turns a plan into a chain of Bézier curves.
#include "views/layout/routing/route_plan.h"

#include <algorithm>
#include <cmath>

namespace ng::views {
namespace {

constexpr double corner = 8;  // radius of a turn

double yOf(const RouteCard& c, CardSide side) {
  if (side == CardSide::top) return c.centre.y - c.height / 2;
  return side == CardSide::bottom ? c.centre.y + c.height / 2 : c.centre.y;
}

void straightTo(std::vector<LayoutPoint>& path, LayoutPoint q) {
  const LayoutPoint p = path.back();
  path.push_back({(2 * p.x + q.x) / 3, (2 * p.y + q.y) / 3});
  path.push_back({(p.x + 2 * q.x) / 3, (p.y + 2 * q.y) / 3});
  path.push_back(q);
}

void turnTo(std::vector<LayoutPoint>& path, LayoutPoint middle, LayoutPoint q) {
  constexpr double round = 0.55;  // of the way to the corner: approximates a circle
  const LayoutPoint p = path.back();
  path.push_back({p.x + (middle.x - p.x) * round, p.y + (middle.y - p.y) * round});
  path.push_back({q.x + (middle.x - q.x) * round, q.y + (middle.y - q.y) * round});
  path.push_back(q);
}

// Continues from the path's end, which is vertical, to `q`, arriving vertically.
void shiftTo(std::vector<LayoutPoint>& path, LayoutPoint q, double lane) {
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

}  // namespace

std::vector<LayoutPoint> drawRoute(const std::vector<RouteCard>& cards, const RowGaps& gaps,
                                   const RoutePlan& plan) {
  const RouteCard& a = cards[static_cast<std::size_t>(plan.from)];
  const RouteCard& b = cards[static_cast<std::size_t>(plan.to)];
  if (plan.sideways()) {
    const double sign = plan.out == CardSide::right ? 1 : -1;
    const LayoutPoint p{a.centre.x + sign * a.width / 2, a.centre.y};
    const LayoutPoint q{b.centre.x - sign * b.width / 2, b.centre.y};
    return {p, {(2 * p.x + q.x) / 3, p.y}, {(p.x + 2 * q.x) / 3, q.y}, q};
  }
  const bool down = plan.out == CardSide::bottom;
  std::vector<LayoutPoint> path{{plan.start, yOf(a, plan.out)}};
  for (std::size_t i = 0; i <= plan.x.size(); ++i) {
    const double x = plan.xAfter(i);
    double arrive = yOf(b, plan.in), leave = arrive;
    if (i < plan.x.size()) {
      arrive = down ? gaps.top(plan.row(i)) : gaps.bottom(plan.row(i));
      leave = down ? gaps.bottom(plan.row(i)) : gaps.top(plan.row(i));
    }
    shiftTo(path, {x, arrive}, plan.laneOf(i));
    if (leave != arrive) straightTo(path, {x, leave});
  }
  return path;
}

}  // namespace ng::views
