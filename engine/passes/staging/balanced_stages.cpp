// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/balanced_stages.h"

#include <algorithm>
#include <limits>
#include <set>

namespace ng {
namespace {

// Most positions of a cut that are tried: the time grows with their square.
constexpr std::size_t most_cuts = 2000;
constexpr double impossible = std::numeric_limits<double>::infinity();

// The earliest cuts that the limits of the items allow: if these fail, all do.
void add_earliest_cuts(const std::vector<StageItem>& items, int stages, bool may_be_empty,
                       std::set<std::size_t>& cuts) {
  std::size_t cut = 0;
  for (int stage = 1; stage < stages; ++stage) {
    if (!may_be_empty) ++cut;
    for (std::size_t i = cut; i < items.size(); ++i)
      if (items[i].last < stage) cut = i + 1;
    if (cut <= items.size()) cuts.insert(cut);
  }
}

// Starts of items before which a cut may be, and the end: of several neighbours the cheapest, and
// where limits ask for a cut.
std::vector<std::size_t> cuts_of(const std::vector<StageItem>& items, int stages,
                                 bool may_be_empty) {
  const std::size_t width = items.size() / most_cuts + 1;
  std::set<std::size_t> cuts = {0, items.size()};
  for (std::size_t begin = 1; begin < items.size(); begin += width) {
    std::size_t best = begin;
    for (std::size_t i = begin; i < std::min(items.size(), begin + width); ++i)
      if (items[i].cut_cost < items[best].cut_cost) best = i;
    cuts.insert(best);
  }
  for (std::size_t i = 1; i < items.size(); ++i) {
    const StageItem &before = items[i - 1], &item = items[i];
    if (before.first != item.first || before.last != item.last) cuts.insert(i);
  }
  add_earliest_cuts(items, stages, may_be_empty, cuts);
  return {cuts.begin(), cuts.end()};
}

class Balance {
 public:
  Balance(const std::vector<StageItem>& items, int stages, bool may_be_empty)
      : items_(items),
        stages_(static_cast<std::size_t>(stages)),
        may_be_empty_(may_be_empty),
        cuts_(cuts_of(items, stages, may_be_empty)) {
    for (std::size_t i = 0; i < items.size(); ++i) sums_.push_back(sums_.back() + items[i].cost);
  }

  // Dynamic programming over the end of each stage (Bellman 1957).
  std::vector<int> run() {
    const std::size_t count = cuts_.size();
    std::vector<double> before(count, impossible);
    before[0] = 0;
    std::vector<std::vector<std::size_t>> from(stages_, std::vector<std::size_t>(count, 0));
    for (std::size_t stage = 0; stage < stages_; ++stage) {
      find_allowed(static_cast<int>(stage));
      std::vector<double> now(count, impossible);
      for (std::size_t end = 0; end < count; ++end) {
        for (std::size_t begin = 0; begin < end + (may_be_empty_ ? 1 : 0); ++begin) {
          const double cost = std::max(before[begin], cost_of(begin, end));
          if (cost >= now[end]) continue;
          now[end] = cost;
          from[stage][end] = begin;
        }
      }
      before = std::move(now);
    }
    return before.back() == impossible ? std::vector<int>() : stages_by(from);
  }

 private:
  // Counts the items that may not be in the stage.
  void find_allowed(int stage) {
    refused_ = {0};
    for (const StageItem& item : items_)
      refused_.push_back(refused_.back() + (stage < item.first || stage > item.last ? 1 : 0));
  }

  double cost_of(std::size_t begin, std::size_t end) const {
    if (begin == end) return 0;
    const std::size_t i = cuts_[begin], k = cuts_[end];
    if (refused_[k] != refused_[i]) return impossible;
    return sums_[k] - sums_[i] + (i > 0 ? items_[i].cut_cost : 0);
  }

  std::vector<int> stages_by(const std::vector<std::vector<std::size_t>>& from) const {
    std::vector<int> result(items_.size(), 0);
    std::size_t end = cuts_.size() - 1;
    for (std::size_t stage = stages_; stage-- > 0;) {
      const std::size_t begin = from[stage][end];
      std::fill(result.begin() + static_cast<std::ptrdiff_t>(cuts_[begin]),
                result.begin() + static_cast<std::ptrdiff_t>(cuts_[end]), static_cast<int>(stage));
      end = begin;
    }
    return result;
  }

  const std::vector<StageItem>& items_;
  const std::size_t stages_;
  const bool may_be_empty_;
  const std::vector<std::size_t> cuts_;
  std::vector<double> sums_ = {0};
  std::vector<int> refused_;
};

}  // namespace

std::vector<int> balanced_stages(const std::vector<StageItem>& items, int stages,
                                 bool may_be_empty) {
  return Balance(items, stages, may_be_empty).run();
}

}  // namespace ng
