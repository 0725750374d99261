// SPDX-License-Identifier: Apache-2.0
// Results of past calls, as many as fit.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/session/record.h"

namespace ng {

class RunHistory {
 public:
  explicit RunHistory(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

  // Of the call after the last kept one, or of any after clear(). The oldest give way; results that
  // alone are too large are not kept.
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
