// SPDX-License-Identifier: Apache-2.0
// What background queries work with: copies of the run's state and arguments.
#pragma once

#include "app/link/query_worker.h"
#include "app/link/worker/run_worker.h"

namespace ng::views {

class QuerySource {
 public:
  QuerySource(WorkerState& state, RunWorker& runs, ValueCollector& values)
      : s_(state), runs_(runs), values_(values) {}

  // Arguments of an iteration and the state before it. The iteration is `shown` by the window, or
  // by the worker if `shown` < 0. nullopt if there is no run; the window has then been sent the
  // reason.
  std::optional<QueryBasis> basis(std::int64_t shown, const BasisChoice& choice);
  void keepState(const StateCopy& state);  // replaces the state; the run continues from it

 private:
  std::vector<CallBasis> keptCalls(std::int64_t around) const;

  WorkerState& s_;
  RunWorker& runs_;
  ValueCollector& values_;
};

}  // namespace ng::views
