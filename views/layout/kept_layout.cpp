// SPDX-License-Identifier: Apache-2.0
#include "views/layout/kept_layout.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "views/layout/free_places.h"

namespace ng::views {
namespace {

constexpr double columnGap = 40;

// The middle of the distances, in rows, between where a card is and where `made` has it.
int rowShift(const FlowGraph& flow, const Placement& shown, const Placement& made) {
  std::vector<int> shifts;
  for (const FlowItem& item : flow.items) {
    const auto was = shown.rows.find(item.id), is = made.rows.find(item.id);
    if (was != shown.rows.end() && is != made.rows.end())
      shifts.push_back(was->second - is->second);
  }
  const auto middle = shifts.begin() + static_cast<std::ptrdiff_t>(shifts.size() / 2);
  std::nth_element(shifts.begin(), middle, shifts.end());
  return *middle;
}

class Merger {
 public:
  Merger(const FlowGraph& flow, const Placement& shown, const Placement& made)
      : flow_(flow),
        shown_(shown),
        made_(made),
        sizes_(sizesFor(made.direction)),
        down_(rowShift(flow, shown, made)) {}

  Placement merged() {
    result_.direction = Direction::down;  // rows run downwards until all cards have a place
    for (const FlowItem& item : flow_.items)
      if (const auto was = shown_.centres.find(item.id); was != shown_.centres.end())
        put(item.id, turned(was->second, shown_.direction), shown_.rows.at(item.id));
    for (const FlowItem& item : flow_.items)  // no row is above the first one
      if (inBlock(item)) down_ = std::max(down_, -made_.rows.at(item.id));
    const double right = blockShift();
    for (const FlowItem& item : flow_.items)
      if (inBlock(item)) put(item.id, moved(made_.centres.at(item.id), right), rowOf(item));
    placeTheRest(flow_, sizes_, result_);
    addCurves(right);
    for (auto& [item, centre] : result_.centres) centre = turned(centre, made_.direction);
    result_.direction = made_.direction;
    return std::move(result_);
  }

 private:
  void put(ItemId item, LayoutPoint centre, int row) {
    result_.centres[item] = centre;
    result_.rows[item] = row;
  }
  bool inBlock(const FlowItem& item) const {
    return item.band == Band::gradient && item.permanent && shown_.centres.count(item.id) == 0;
  }
  int rowOf(const FlowItem& item) const { return made_.rows.at(item.id) + down_; }
  LayoutPoint moved(LayoutPoint point, double right) const {
    const LayoutPoint p = turned(point, made_.direction);
    return {p.x + right, p.y + down_ * sizes_.pitch()};
  }

  // How far the block moves along its rows to be next to the picture. A row also keeps clear of the
  // adjacent ones.
  double blockShift() const {
    std::map<int, double> taken;
    for (const auto& [item, centre] : result_.centres) {
      const int own = result_.rows.at(item);
      for (int row = own - 1; row <= own + 1; ++row) {
        double& edge = taken.try_emplace(row, -1e18).first->second;
        edge = std::max(edge, centre.x + sizes_.across / 2);
      }
    }
    double shift = -1e18;
    for (const FlowItem& item : flow_.items) {
      if (!inBlock(item)) continue;
      const auto edge = taken.find(rowOf(item));
      const double left = moved(made_.centres.at(item.id), 0).x - sizes_.across / 2;
      if (edge != taken.end()) shift = std::max(shift, edge->second + columnGap - left);
    }
    return shift < -1e17 ? 0 : std::round(shift);
  }

  void addCurves(double right) {
    for (const auto& [ends, curve] : shown_.curves)
      if (result_.centres.count(ends.from) && result_.centres.count(ends.to))
        result_.curves[ends] = curve;
    std::unordered_map<ItemId, bool> block;
    for (const FlowItem& item : flow_.items) block[item.id] = inBlock(item);
    for (const auto& [ends, curve] : made_.curves) {
      if (!block[ends.from] || !block[ends.to]) continue;
      std::vector<LayoutPoint> points;
      for (const LayoutPoint& point : curve)
        points.push_back(turned(moved(point, right), made_.direction));
      result_.curves[ends] = std::move(points);
    }
  }

  const FlowGraph& flow_;
  const Placement &shown_, &made_;
  CardSizes sizes_;
  int down_;
  Placement result_;
};

}  // namespace

Placement keptLayout(const FlowGraph& flow, const Placement& shown, Placement made) {
  const bool shared = std::any_of(flow.items.begin(), flow.items.end(), [&](const FlowItem& item) {
    return shown.centres.count(item.id) > 0;
  });
  if (!shared || shown.direction != made.direction) return made;
  return Merger(flow, shown, made).merged();
}

}  // namespace ng::views
