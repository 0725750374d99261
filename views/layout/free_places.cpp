// SPDX-License-Identifier: Apache-2.0
// Gives each item the free place nearest to the middle of its neighbours.
#include "views/layout/free_places.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace ng::views {
namespace {

constexpr double rowCost = 90,
                 disorderCost = 1000;  // cost in pixels of one row, and of a wrong order
constexpr int rowsAround = 4;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

class FreePlaces {
 public:
  FreePlaces(const FlowGraph& flow, const CardSizes& sizes, Placement& placement)
      : flow_(flow), sizes_(sizes), placement_(placement), near_(flow.items.size()) {
    for (const FlowEdge& edge : flow.edges) {
      near_[at(edge.from)].push_back({edge.to, true});
      near_[at(edge.to)].push_back({edge.from, false});
    }
    for (std::size_t i = 0; i < flow.items.size(); ++i) {
      const auto row = placement.rows.find(flow.items[i].id);
      if (row != placement.rows.end())
        rows_[row->second].emplace(placement.centres.at(flow.items[i].id).x, static_cast<int>(i));
    }
    findLast();
  }

  void run() {
    for (std::size_t i = 0; i < flow_.items.size(); ++i)
      if (!placement_.rows.count(flow_.items[i].id)) place(static_cast<int>(i));
  }

 private:
  struct Near {
    int item;
    bool reads;  // it reads the item's value
  };
  using Line = std::multimap<double, int>;  // the items of a row by x
  static constexpr int anywhere = std::numeric_limits<int>::max();

  // Finds the last row for each item that leaves room for its readers and their readers.
  void findLast() {
    last_.assign(flow_.items.size(), anywhere);
    for (std::size_t i = flow_.items.size(); i-- > 0;) {
      if (upwards(static_cast<int>(i))) continue;
      for (const Near& near : near_[i]) {
        const FlowItem& other = flow_.items[at(near.item)];
        if (!near.reads || other.band != flow_.items[i].band) continue;
        const auto row = placement_.rows.find(other.id);
        const int first = row != placement_.rows.end() ? row->second : last_[at(near.item)];
        if (first != anywhere) last_[i] = std::min(last_[i], first - 1);
      }
    }
  }
  bool upwards(int item) const { return flow_.items[at(item)].band == Band::gradient; }

  // The preferred place of an item.
  struct Preference {
    double x = 0;
    int lowest = 0;          // below its operands
    int highest = anywhere;  // above its readers
    bool upwards = false;
  };

  Preference preferenceOf(int item) const {
    Preference preference;
    preference.upwards = upwards(item);
    preference.highest = last_[at(item)];
    double sum = 0;
    int count = 0;
    for (const Near& near : near_[at(item)]) {
      const FlowItem& other = flow_.items[at(near.item)];
      const auto row = placement_.rows.find(other.id);
      if (row == placement_.rows.end()) continue;
      const bool samePart = other.band == flow_.items[at(item)].band;
      const double weight = samePart ? 3 : 1;
      sum += weight * placement_.centres.at(other.id).x;
      count += samePart ? 3 : 1;
      if (!samePart) continue;
      if (near.reads != preference.upwards)
        preference.highest = std::min(preference.highest, row->second - 1);
      else
        preference.lowest = std::max(preference.lowest, row->second + 1);
    }
    if (count > 0) preference.x = sum / count;
    return preference;
  }

  // The x nearest to `preferred` in a row at which `item` overlaps no item that it is shown
  // together with. Walks away from `preferred` to both sides, so that long rows cost little.
  double freeX(int item, int row, double preferred) const {
    const auto line = rows_.find(row);
    if (line == rows_.end()) return preferred;
    const Line& taken = line->second;
    const double apart = sizes_.across + sizes_.gapAcross;
    const auto together = [&](int other) {
      return seenTogether(flow_.items[at(item)], flow_.items[at(other)]);
    };
    double right = preferred, left = preferred;
    for (auto each = taken.lower_bound(preferred - apart);
         each != taken.end() && each->first - right < apart - 0.5; ++each)
      if (right - each->first < apart - 0.5 && together(each->second)) right = each->first + apart;
    for (auto each = std::make_reverse_iterator(taken.upper_bound(preferred + apart));
         each != taken.rend() && left - each->first < apart - 0.5; ++each)
      if (each->first - left < apart - 0.5 && together(each->second)) left = each->first - apart;
    return preferred - left <= right - preferred ? left : right;
  }

  void place(int item) {
    const Preference preference = preferenceOf(item);
    const int high = preference.highest == anywhere ? preference.lowest : preference.highest;
    const int row =
        std::max(0, preference.lowest <= high ? (preference.upwards ? high : preference.lowest)
                                              : (preference.lowest + high) / 2);
    double least = std::numeric_limits<double>::max(), bestX = 0;
    int bestRow = row;
    for (int r = std::max(0, row - rowsAround); r <= row + rowsAround; ++r) {
      const double x = freeX(item, r, preference.x);
      const bool disorder = r < preference.lowest || r > preference.highest;
      const double cost =
          std::abs(x - preference.x) + rowCost * std::abs(r - row) + (disorder ? disorderCost : 0);
      if (cost < least) least = cost, bestRow = r, bestX = x;
    }
    const ItemId id = flow_.items[at(item)].id;
    placement_.rows[id] = bestRow;
    placement_.centres[id] = {std::round(bestX), bestRow * sizes_.pitch()};
    rows_[bestRow].emplace(std::round(bestX), item);
  }

  const FlowGraph& flow_;
  const CardSizes& sizes_;
  Placement& placement_;
  std::vector<std::vector<Near>> near_;
  std::vector<int> last_;
  std::map<int, Line> rows_;
};

}  // namespace

void placeTheRest(const FlowGraph& flow, const CardSizes& sizes, Placement& placement) {
  if (placement.rows.size() < flow.items.size()) FreePlaces(flow, sizes, placement).run();
}

}  // namespace ng::views
