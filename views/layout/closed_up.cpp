// SPDX-License-Identifier: Apache-2.0
// Removes empty rows and columns; if that is not enough, moves the cards of each row together.
#include "views/layout/closed_up.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/records/graph_record.h"
#include "views/layout/layered/settle_row.h"

namespace ng::views {
namespace {

constexpr double legible = 0.56;   // scale at which most names are fully visible
constexpr double readable = 0.45;  // the same for two panes
// Canvas sizes, in pixels available for cards: one pane; each of two panes beside, above each
// other.
constexpr LayoutPoint whole{900, 480}, beside{430, 480}, above{900, 210};
constexpr double columnGap = 40;
constexpr double worthwhile = 1.04;       // minimal factor by which the scale must grow
constexpr std::size_t mostCards = 400;    // with more cards names cannot be legible
constexpr std::size_t mostPlaces = 4000;  // of all passes
constexpr std::size_t mostOps = 20'000;   // larger graphs are not examined

std::vector<ItemId> cardsOf(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping,
                            const Placement& placement, const CardLinks* known) {
  std::vector<ItemId> cards;
  for (const GraphRecordPtr& graph : graphs) {
    const CardLinks* links = graph == graphs.front() ? known : nullptr;
    CardLinks found;
    if (!links) links = &(found = cardLinks(*graph, grouping.fused(), grouping.folding()));
    const std::vector<ItemId> items = grouping.items(links->ops);
    for (std::size_t i = 0; i < items.size(); ++i)
      if (placement.centres.count(items[i]) && !(links->chips[i] && items[i] == links->ops[i]))
        cards.push_back(items[i]);
  }
  std::sort(cards.begin(), cards.end());
  cards.erase(std::unique(cards.begin(), cards.end()), cards.end());
  return cards;
}

using Span = std::pair<double, double>;

// Maps coordinates so that empty intervals between spans become at most `apart` wide.
class Closing {
 public:
  Closing(std::vector<Span> spans, double apart) {
    std::sort(spans.begin(), spans.end());
    double gone = 0, reach = spans.front().first;
    for (const auto& [left, right] : spans) {
      gone += std::max(0.0, left - reach - apart);
      if (left > reach) steps_.push_back({reach, steps_.back().now + reach - steps_.back().was});
      if (left > reach || steps_.empty()) steps_.push_back({left, left - gone});
      reach = std::max(reach, right);
    }
    steps_.push_back({reach, reach - gone});
  }
  // Interpolates between two steps.
  double operator()(double at) const {
    const auto after = std::lower_bound(steps_.begin(), steps_.end(), at,
                                        [](const Step& step, double x) { return step.was < x; });
    if (after == steps_.begin()) return at - after->was + after->now;
    const Step& before = *(after - 1);
    if (after == steps_.end()) return at - before.was + before.now;
    if (after->was == before.was) return after->now;
    return before.now + (at - before.was) * (after->now - before.now) / (after->was - before.was);
  }

 private:
  struct Step {
    double was, now;
  };
  std::vector<Step> steps_;
};

class Closer {
 public:
  Closer(Placement placement, std::vector<ItemId> cards, LayoutPoint room)
      : whole_(std::move(placement)),
        direction_(whole_.direction),
        sizes_(sizesFor(direction_)),
        window_(turned(room, direction_)),
        cards_(std::move(cards)) {
    for (const ItemId card : cards_) centres_[card] = turned(whole_.centres.at(card), direction_);
  }

  // Scale at which the cards fit into a window, in row coordinates.
  double scale(const LayoutPoint& window) const {
    const LayoutPoint size = extent();
    return std::min(window.x / size.x, window.y / size.y);
  }
  const LayoutPoint& window() const { return window_; }

  // Removes empty rows and columns.
  void closeGaps() {
    std::vector<Span> across, along;
    for (const auto& [card, centre] : centres_) {
      across.push_back({centre.x - sizes_.across / 2, centre.x + sizes_.across / 2});
      along.push_back({centre.y, centre.y});
    }
    const Closing columns(std::move(across), columnGap), rows(std::move(along), sizes_.pitch());
    for (auto& [card, centre] : centres_) centre = {columns(centre.x), rows(centre.y)};
    for (auto& [ends, curve] : whole_.curves) {
      if (!centres_.count(ends.from) || !centres_.count(ends.to)) continue;
      std::vector<LayoutPoint> points = turned(curve, direction_);
      for (LayoutPoint& p : points) p = {columns(p.x), rows(p.y)};
      curve = turned(std::move(points), direction_);
    }
  }

  // Closes gaps in each row separately, as far as the height allows a larger scale.
  void moveTogether() {
    const LayoutPoint size = extent();
    const double wanted = window_.x / std::min(legible, window_.y / size.y);
    if (size.x <= wanted) return;
    std::map<double, std::vector<ItemId>> rows;
    double left = 1e18;
    for (const auto& [card, centre] : centres_) {
      rows[centre.y].push_back(card);
      left = std::min(left, centre.x);
    }
    for (auto& [y, row] : rows) {
      std::sort(row.begin(), row.end(),
                [this](ItemId a, ItemId b) { return centres_.at(a).x < centres_.at(b).x; });
      std::vector<double> x;
      for (const ItemId card : row)
        x.push_back((centres_.at(card).x - left) * (wanted - sizes_.across) /
                    (size.x - sizes_.across));
      settleRow(x, std::vector<double>(row.size() - 1, sizes_.across + sizes_.gapAcross));
      for (std::size_t i = 0; i < row.size(); ++i) centres_[row[i]].x = std::round(x[i]);
    }
    whole_.curves.clear();
  }

  Placement placement() {
    Placement closed;
    closed.direction = direction_;
    double top = 1e18;
    for (const auto& [card, centre] : centres_) top = std::min(top, centre.y);
    for (const auto& [card, centre] : centres_) {
      closed.centres[card] = turned(centre, direction_);
      closed.rows[card] = static_cast<int>(std::lround((centre.y - top) / sizes_.pitch()));
    }
    for (auto& [ends, curve] : whole_.curves)
      if (centres_.count(ends.from) && centres_.count(ends.to))
        closed.curves[ends] = std::move(curve);
    return closed;
  }

 private:
  LayoutPoint extent() const {
    double left = 1e18, top = 1e18, right = -1e18, bottom = -1e18;
    for (const auto& [card, centre] : centres_) {
      left = std::min(left, centre.x), right = std::max(right, centre.x);
      top = std::min(top, centre.y), bottom = std::max(bottom, centre.y);
    }
    return {right - left + sizes_.across, bottom - top + sizes_.along};
  }

  Placement whole_;
  Direction direction_;
  CardSizes sizes_;
  LayoutPoint window_;
  std::vector<ItemId> cards_;
  std::unordered_map<ItemId, LayoutPoint> centres_;  // as if rows ran downwards
};

}  // namespace

std::shared_ptr<const Placement> closedUp(const std::shared_ptr<const Placement>& placement,
                                          const std::vector<GraphRecordPtr>& graphs,
                                          const Grouping& grouping, bool twoPanes,
                                          const CardLinks* links) {
  const bool large = std::any_of(graphs.begin(), graphs.end(), [](const GraphRecordPtr& graph) {
    return graph->ops.size() > mostOps;
  });
  if (large || placement->centres.size() > mostPlaces) return placement;
  std::vector<ItemId> cards = cardsOf(graphs, grouping, *placement, links);
  if (cards.empty() || cards.size() > mostCards) return placement;
  Closer closer(*placement, std::move(cards), twoPanes ? beside : whole);
  const double before = closer.scale(closer.window());
  if (before >= legible) return placement;
  if (twoPanes && std::max(before, closer.scale(turned(above, placement->direction))) >= readable)
    return placement;
  closer.closeGaps();
  closer.moveTogether();
  if (closer.scale(closer.window()) < worthwhile * before) return placement;
  return std::make_shared<const Placement>(closer.placement());
}

}  // namespace ng::views
