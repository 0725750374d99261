// SPDX-License-Identifier: Apache-2.0
// Carries variable values and run positions of a document's computations from one transformer to
// the next, also after an edit. Variables are identified by their ids, which are stable in a
// document.
#pragma once

#include <map>
#include <string>

#include "app/link/kept_iterations.h"
#include "engine/neon/training/training.h"

namespace ng::views {

class CarriedState {
 public:
  // A run's computation: its name, and whether it assigns variables.
  struct Ran {
    std::string name;
    bool trains = false;
  };
  // Takes `state`, the state after the last complete iteration of `run`. A null `run` means that
  // there was none.
  void take(const Ran& ran, const StateCopy& state, const TrainingRun* run);
  // Drops what an edit of the document makes invalid: variables with another initial value, and
  // the positions of computations that assign none, because their results are not state.
  void edited(const std::vector<Op>& before, const std::vector<Op>& now);
  // Sets the variables that exist in the (allocated) transformer and drops them here, then restores
  // the position of the computation `name` in `run` and drops it. Returns false if that computation
  // has never run, or with another number of batches: it then starts over with these variables.
  bool give(const std::string& name, Transformer& transformer, TrainingRun* run);
  // Iterations of the computations that assigned these variables, except those given back.
  std::int64_t trained() const;

 private:
  struct Position {
    bool trains = false;
    RunPosition position;
    std::vector<SeriesRecord> series;
  };
  std::map<std::uint64_t, Tensor> values_;     // by variable id
  std::map<std::string, Position> positions_;  // by computation name
};

}  // namespace ng::views
