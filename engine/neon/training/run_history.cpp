// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/training/run_history.h"

#include <algorithm>

namespace ng {
namespace {

constexpr std::int64_t bytes_of_a_record = 200;  // estimate for names and axes

}  // namespace

void RunHistory::add(std::int64_t iteration, const std::vector<TensorRecord>& results) {
  std::int64_t bytes = bytes_of_a_record;
  for (const TensorRecord& result : results) {
    bytes += bytes_of_a_record + std::ssize(result.value.bytes);
  }
  if (bytes > most_bytes_ / 4) return;
  entries_.push_back({iteration, bytes, results});
  bytes_ += bytes;
  for (; bytes_ > most_bytes_; entries_.pop_front()) bytes_ -= entries_.front().bytes;
}

const std::vector<TensorRecord>* RunHistory::find(std::int64_t iteration) const {
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), iteration,
                       [](const Entry& entry, std::int64_t i) { return entry.iteration < i; });
  return at != entries_.end() && at->iteration == iteration ? &at->results : nullptr;
}

void RunHistory::clear() {
  entries_.clear();
  bytes_ = 0;
}

}  // namespace ng
