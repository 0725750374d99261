// SPDX-License-Identifier: Apache-2.0
#include "views/graph/scene/kept_places.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

constexpr double gapBelow = 48;  // to added cards
constexpr double sameRow = 12;   // pixels: cards at about the same height

}  // namespace

void KeptPlaces::begin(Direction direction) {
  centres_.clear();
  routes_.clear();
  direction_ = direction;
  sizes_ = sizesFor(direction);
}

void KeptPlaces::keep(ItemId item, QPointF centre) {
  centres_[item] = turned(LayoutPoint{centre.x(), centre.y()}, direction_);
}

void KeptPlaces::keepRoute(ItemId from, ItemId to, std::vector<LayoutPoint> route) {
  const auto a = centres_.find(from), b = centres_.find(to);
  if (a == centres_.end() || b == centres_.end()) return;
  route = turned(std::move(route), direction_);
  for (LayoutPoint& p : route) p = {p.x - a->second.x, p.y - a->second.y};
  routes_[{from, to}] = {{b->second.x - a->second.x, b->second.y - a->second.y}, std::move(route)};
}

bool KeptPlaces::taken(LayoutPoint at, ItemId except) const {
  return std::any_of(centres_.begin(), centres_.end(), [&](const auto& each) {
    return each.first != except && std::abs(each.second.x - at.x) < across() - 1 &&
           std::abs(each.second.y - at.y) < sizes_.pitch() - 1;
  });
}

// The nearest free place in the row, alternating right and left.
LayoutPoint KeptPlaces::freeNear(LayoutPoint wanted, ItemId item) const {
  for (int k = 0; k < 2000; ++k) {
    const double offset = (k % 2 ? 1 : -1) * ((k + 1) / 2) * across() / 2;
    const LayoutPoint at{wanted.x + offset, wanted.y};
    if (!taken(at, item)) return at;
  }
  return wanted;
}

LayoutPoint KeptPlaces::placeFor(const OpRecord& op, const GraphRecord& graph,
                                 QPointF start) const {
  double x = 0, y = 0;
  int count = 0;
  for (const OperandRecord& operand : op.operands) {
    const auto at = centres_.find(operand.op);
    const OpRecord* read = graph.find(operand.op);  // a constant is a chip of its reader
    if (at == centres_.end() || (read && read->traits.kind == OpKind::constant)) continue;
    x += at->second.x;
    y = count == 0 ? at->second.y : std::max(y, at->second.y);
    ++count;
  }
  if (count > 0) return {x / count, y + sizes_.along + gapBelow};
  // A source is placed next to the other operands of its reader.
  for (const OpRecord& reader : graph.ops) {
    const auto reads = [&](const OperandRecord& operand) { return operand.op == op.id; };
    if (std::none_of(reader.operands.begin(), reader.operands.end(), reads)) continue;
    for (const OperandRecord& other : reader.operands) {
      const auto at = centres_.find(other.op);
      if (at != centres_.end() && other.op != op.id) return {at->second.x + across(), at->second.y};
    }
  }
  return turned(LayoutPoint{start.x(), start.y()}, direction_);
}

Placement KeptPlaces::arrange(const GraphRecord& graph, const std::map<OpId, QPointF>& dropped,
                              QPointF start) {
  for (const auto& [op, at] : dropped) keep(op, at);
  for (const OpRecord& op : graph.ops) {
    if (centres_.count(op.id) > 0) continue;
    centres_[op.id] = freeNear(placeFor(op, graph, start), op.id);
  }
  Placement placement;
  placement.direction = direction_;
  std::set<double> heights;
  for (const OpRecord& op : graph.ops) {
    placement.centres[op.id] = turned(centres_.at(op.id), direction_);
    heights.insert(centres_.at(op.id).y);
  }
  std::map<double, int> rows;
  double last = 0;
  int row = -1;
  for (const double y : heights) {
    if (row < 0 || y - last > sameRow) ++row, last = y;
    rows[y] = row;
  }
  for (const OpRecord& op : graph.ops) {
    placement.rows[op.id] = rows.at(centres_.at(op.id).y);
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      if (centres_.count(op.operands[i].op) > 0) addCurve(op.operands[i].op, op, i, placement);
  }
  return placement;
}

void KeptPlaces::addCurve(ItemId from, const OpRecord& op, std::size_t operand,
                          Placement& placement) const {
  const LayoutPoint above = centres_.at(from), to = centres_.at(op.id);
  auto& curve = placement.curves[{from, op.id}];
  const auto kept = routes_.find({from, op.id});
  const auto unmoved = [&](LayoutPoint span) {
    return std::abs(span.x - (to.x - above.x)) < 0.5 && std::abs(span.y - (to.y - above.y)) < 0.5;
  };
  if (kept != routes_.end() && unmoved(kept->second.span)) {
    curve = kept->second.points;
    for (LayoutPoint& p : curve) p = {p.x + above.x, p.y + above.y};
  } else if (to.y >= above.y + sizes_.along) {
    const double step = sizes_.across / (static_cast<double>(op.operands.size()) + 1);
    const LayoutPoint a{above.x, above.y + sizes_.along / 2};
    const LayoutPoint b{to.x - sizes_.across / 2 + step * static_cast<double>(operand + 1),
                        to.y - sizes_.along / 2};
    const double bend = std::max(18.0, std::abs(b.y - a.y) / 2);
    curve = {a, {a.x, a.y + bend}, {b.x, b.y - bend}, b};
  } else {
    placement.curves.erase({from, op.id});  // beside or above: it is routed
    return;
  }
  curve = turned(std::move(curve), direction_);
}

}  // namespace ng::views
