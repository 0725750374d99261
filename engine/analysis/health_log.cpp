// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/health_log.h"

#include <algorithm>

namespace ng {

HealthLog::HealthLog(const HealthRecord& saved)
    : kept_(saved.kept.begin(), saved.kept.end()),
      rows_(saved.rows),
      seconds_spent_(saved.seconds_spent),
      seconds_run_(saved.seconds_run) {
  for (std::size_t i = 0; i < rows_.size(); ++i) row_of_.try_emplace(rows_[i].newest.op, i);
}

HealthRecord HealthLog::record() const {
  return {rows_, {kept_.begin(), kept_.end()}, seconds_spent_, seconds_run_};
}

void HealthLog::add(const HealthBatch& batch) {
  seconds_spent_ = batch.seconds_spent;
  seconds_run_ = batch.seconds_run;
  for (const ValueSummary& each : batch.found) {
    kept_.push_back(each);
    const auto [at, is_new] = row_of_.try_emplace(each.op, rows_.size());
    if (is_new) rows_.emplace_back();
    Row& row = rows_[at->second];
    if (each.count > each.nans + each.infs) {
      if (!row.finite || is_less(each.min, row.least)) row.least = each.min;
      if (!row.finite || is_less(row.greatest, each.max)) row.greatest = each.max;
      row.finite = true;
    }
    if (row.first_non_finite == 0 && each.nans + each.infs > 0)
      row.first_non_finite = each.iteration;
    row.newest = each;
    ++row.seen;
  }
  while (kept_.size() > most) kept_.pop_front();
}

}  // namespace ng
