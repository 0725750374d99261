// SPDX-License-Identifier: Apache-2.0
// Typical duration of repeated work: the median of the last times, unaffected by interruptions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace ng::views {

class UsualTime {
 public:
  void add(double time) { last_[static_cast<std::size_t>(count_++) % last_.size()] = time; }
  std::int64_t count() const { return count_; }

  double median() const {  // 0: no times
    std::array<double, kept> sorted = last_;
    const auto known = std::min<std::int64_t>(count_, kept);
    if (known == 0) return 0;
    std::nth_element(sorted.begin(), sorted.begin() + known / 2, sorted.begin() + known);
    return sorted[static_cast<std::size_t>(known / 2)];
  }

 private:
  static constexpr int kept = 15;
  std::array<double, kept> last_{};
  std::int64_t count_ = 0;
};

}  // namespace ng::views
