// SPDX-License-Identifier: Apache-2.0
// Log of value summaries of a run: the newest summaries, and totals for each op.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/debug_record.h"

namespace ng {

// Summaries since the last batch, in the order of computation.
struct HealthBatch {
  std::vector<ValueSummary> found;
  double seconds_spent = 0;  // on watching, since the start of the run
  double seconds_run = 0;    // including watching
};

class HealthLog {
 public:
  static constexpr std::size_t most = std::size_t{1} << 17;  // number of summaries kept, the newest

  using Row = HealthRow;
  HealthLog() = default;
  explicit HealthLog(const HealthRecord& saved);
  HealthRecord record() const;
  void add(const HealthBatch& batch);
  const std::vector<Row>& rows() const { return rows_; }  // in the order of computation
  const std::deque<ValueSummary>& kept() const { return kept_; }

  double seconds_spent() const { return seconds_spent_; }
  double seconds_run() const { return seconds_run_; }

 private:
  std::deque<ValueSummary> kept_;
  std::vector<Row> rows_;
  std::map<OpId, std::size_t> row_of_;
  double seconds_spent_ = 0, seconds_run_ = 0;
};
using HealthLogPtr = std::shared_ptr<const HealthLog>;

}  // namespace ng
