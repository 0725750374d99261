// SPDX-License-Identifier: Apache-2.0
// Where a run stops: at breakpoints, at the op it runs to, and at the origin of non-finite values.
#pragma once

#include "app/link/worker/value_collector.h"
#include "engine/records/values/value_summary.h"

namespace ng::views {

class StopFinder {
 public:
  StopFinder(WorkerState& state, ValueCollector& values) : s_(state), values_(values) {}

  // Runs to the next breakpoint or target of the next or current call. True: the run stopped there.
  bool stopsInCall();
  void stopAt(StopRecord stop, std::int64_t iteration);
  // Shows the iteration of the origin: its values are recomputed from the preceding state.
  void stopAtNonFinite();

 private:
  std::vector<ValueSummary> summarize(OpId op, std::int64_t iteration);

  WorkerState& s_;
  ValueCollector& values_;
};

}  // namespace ng::views
