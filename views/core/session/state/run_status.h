// SPDX-License-Identifier: Apache-2.0
// Position, state and pace of a run.
#pragma once

#include <cstdint>

#include "engine/records/run_state.h"

namespace ng::views {

struct RunStatus {
  RunState state = RunState::idle;
  std::int64_t iteration = 0;        // iterations done, or the kept iteration that is shown
  std::int64_t lastIteration = 0;    // iterations done
  std::int64_t totalIterations = 0;  // epochs * batches of the plan; 0: no plan
  int epoch = 0;                     // epochs finished
  int epochs = 0;
  int batches = 0;  // iterations per epoch
  // Steps done within the iteration of stepOp(); 0: between iterations. The last step done is
  // Compilations::compilation()->steps[step - 1].
  int step = 0;
  // The run is paused within iteration lastIteration + 1; values are those computed so far.
  bool within = false;
  // Values belong to the kept iteration, not to the current position of the run.
  bool looksBack = false;
  double microsecondsPerStep = 0;  // measured, without the pace's waiting; 0: not measured
  // Iterations of all computations whose results the variables hold.
  std::int64_t trained = 0;
  bool trainedSaved = false;  // a checkpoint has that state
  bool trains = false;        // the computation assigns variables
  double pace = 0;            // iterations per second; 0: full speed
  std::int64_t unsaved() const { return trainedSaved ? 0 : trained; }
};

}  // namespace ng::views
