// SPDX-License-Identifier: Apache-2.0
// Where the run of the active program stands. Used on the engine's thread only.
#pragma once

#include <optional>

#include "app/link/kept_iterations.h"
#include "app/link/run_breakpoints.h"
#include "engine/records/debug_record.h"
#include "engine/records/run_state.h"
#include "views/core/session/request.h"

namespace ng::views {

struct RunPosition {
  RunState state = RunState::idle;
  Request started;           // the last run or step that was started
  std::int64_t shown = 0;    // iteration
  std::size_t step = 0;      // of the iteration being stepped
  std::size_t opInStep = 0;  // ops of the current step already visited; the step has not run
  // State of the iteration being stepped, while a kept iteration is shown.
  std::optional<StateCopy> halfway;

  OpId target = 0;  // run until this op is computed; 0: to the end
  std::optional<StopRecord> stop;
  ValuesOfCall stopValue;   // value of the op at which the run stopped
  std::uint64_t stops = 0;  // how often it stopped

  bool within() const { return step > 0 || opInStep > 0; }  // within an iteration
  // To the start of another run.
  void restart(RunState as) {
    state = as;
    step = opInStep = 0;
    halfway.reset();
    stop.reset();
  }
};

}  // namespace ng::views
