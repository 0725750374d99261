// SPDX-License-Identifier: Apache-2.0
// Results of the last call, and of past calls limited by memory.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/records/tensor_record.h"
#include "engine/session/transformer.h"

namespace ng {

class RunHistory {
 public:
  explicit RunHistory(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

  // Takes the results of the next call, or of any call after clear(). The oldest results are
  // dropped; results that exceed the limit alone are kept until the next call only.
  void take(const Computation& computation, const Results& results, std::int64_t iteration);
  // With axes; ops without a value are omitted. Empty before the first call.
  const std::vector<TensorRecord>& last() const { return last_; }
  const std::vector<TensorRecord>* find(std::int64_t iteration) const;  // null: not kept
  void clear();

 private:
  void keep(std::int64_t iteration);
  struct Entry {
    std::int64_t iteration = 0, bytes = 0;
    std::vector<TensorRecord> results;
  };
  std::int64_t most_bytes_, bytes_ = 0;
  std::deque<Entry> entries_;
  std::vector<TensorRecord> last_;
};

}  // namespace ng
