// SPDX-License-Identifier: Apache-2.0
// Sums that parts of the work add up apart, and the tree that joins them. How many parts there are
// depends on the work alone, so the sums are the same on any number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/runtime/thread_pool.h"

namespace ng {

class PartialSums {
 public:
  // `sums` numbers of each of `wanted` parts; at least 1 and at most `most` parts.
  static constexpr std::int64_t most = 64;
  PartialSums(std::int64_t sums, std::int64_t wanted)
      : sums_(sums),
        parts_(std::clamp<std::int64_t>(wanted, 1, most)),
        values_(static_cast<std::size_t>(sums * parts_)) {}

  // Calls make_part(part, parts, sums) for each part, over the pool's threads, then adds the parts
  // up in pairs.
  template <class MakePart>
  void make(const MakePart& make_part) {
    const auto one = [&](int part) { make_part(part, parts_, at(part)); };
    if (parts_ == 1) return one(0);
    ThreadPool::shared().parallel_for(static_cast<int>(parts_), one);
    for (std::int64_t apart = 1; apart < parts_; apart *= 2) {
      for (std::int64_t part = 0; part + apart < parts_; part += 2 * apart) {
        for (std::int64_t i = 0; i < sums_; ++i) at(part)[i] += at(part + apart)[i];
      }
    }
  }
  const float* totals() const { return values_.data(); }

 private:
  float* at(std::int64_t part) { return values_.data() + part * sums_; }

  const std::int64_t sums_, parts_;
  std::vector<float> values_;
};

}  // namespace ng
