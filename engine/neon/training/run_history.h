// SPDX-License-Identifier: Apache-2.0
// Results of past calls, limited by memory.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/records/record.h"

namespace ng {

class RunHistory {
 public:
  explicit RunHistory(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

  // Adds the results of the call after the last kept one, or of any call after clear(). The oldest
  // results are dropped; results that exceed the limit alone are not kept.
  void add(std::int64_t iteration, const std::vector<TensorRecord>& results);
  const std::vector<TensorRecord>* find(std::int64_t iteration) const;  // null: not kept
  void clear();

 private:
  struct Entry {
    std::int64_t iteration = 0, bytes = 0;
    std::vector<TensorRecord> results;
  };
  std::int64_t most_bytes_, bytes_ = 0;
  std::deque<Entry> entries_;
};

}  // namespace ng
