// SPDX-License-Identifier: Apache-2.0
// What the variables of a document hold, and how far each of its computations has run, carried from
// one transformer to the next. Variables are bound by their ids, which the document keeps.
#pragma once

#include <map>
#include <string>

#include "app/workbench/kept_iterations.h"
#include "engine/neon/training/training.h"

namespace ng::views {

class CarriedState {
 public:
  // `state`: after the last whole iteration of `run` (null: there is none), which is of the
  // computation `name`.
  void take(const std::string& name, const StateCopy& state, const TrainingRun* run);
  // Sets the variables that the transformer has, which are then its own, and continues the run of
  // the computation `name` where it was left. False: it was never begun. The transformer is
  // allocated.
  bool give(const std::string& name, Transformer& transformer, TrainingRun* run);

 private:
  struct Position {
    RunPosition position;
    std::vector<SeriesRecord> series;
  };
  std::map<std::uint64_t, Tensor> values_;     // by id of the variable
  std::map<std::string, Position> positions_;  // by computation
};

}  // namespace ng::views
