// SPDX-License-Identifier: Apache-2.0
// Partial sums of parallel parts, combined in a fixed tree. The number of parts depends only on the
// amount of work, so that sums do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/runtime/thread_pool.h"

namespace ng {

class PartialSums {
 public:
  // `sums` numbers per part; `wanted` parts, clamped to 1..`most`.
  static constexpr std::int64_t most = 64;
  PartialSums(std::int64_t sums, std::int64_t wanted)
      : sums_(sums), parts_(std::clamp<std::int64_t>(wanted, 1, most)) {}

  // Bytes of memory that make() needs.
  std::int64_t bytes() const { return 4 * sums_ * parts_; }

  // Calls make_part(part, parts, sums) for each part on the pool's threads, then adds the parts
  // pairwise. The totals are at the start of `memory`.
  template <class MakePart>
  void make(float* memory, const MakePart& make_part) const {
    const auto at = [&](std::int64_t part) { return memory + part * sums_; };
    const auto one = [&](int part) { make_part(part, parts_, at(part)); };
    if (parts_ == 1) return one(0);
    ThreadPool::shared().parallel_for(static_cast<int>(parts_), one);
    for (std::int64_t apart = 1; apart < parts_; apart *= 2) {
      for (std::int64_t part = 0; part + apart < parts_; part += 2 * apart) {
        for (std::int64_t i = 0; i < sums_; ++i) at(part)[i] += at(part + apart)[i];
      }
    }
  }

 private:
  const std::int64_t sums_, parts_;
};

}  // namespace ng
