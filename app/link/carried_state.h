// SPDX-License-Identifier: Apache-2.0
// Carries variable values and run positions of a document's computations from one transformer to
// the next. Variables are identified by their ids, which are stable in a document.
#pragma once

#include <map>
#include <string>

#include "app/link/kept_iterations.h"
#include "engine/neon/training/training.h"

namespace ng::views {

class CarriedState {
 public:
  // Takes `state`, the state after the last complete iteration of `run`, a run of the computation
  // `name`. A null `run` means that there was none.
  void take(const std::string& name, const StateCopy& state, const TrainingRun* run);
  // Sets the variables that exist in the (allocated) transformer and drops them here, then restores
  // the position of the computation `name` in `run`. Returns false if that computation has never
  // run.
  bool give(const std::string& name, Transformer& transformer, TrainingRun* run);

 private:
  struct Position {
    RunPosition position;
    std::vector<SeriesRecord> series;
  };
  std::map<std::uint64_t, Tensor> values_;     // by variable id
  std::map<std::string, Position> positions_;  // by computation name
};

}  // namespace ng::views
