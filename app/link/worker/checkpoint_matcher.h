// SPDX-License-Identifier: Apache-2.0
// Restores checkpoints of any format on the engine's thread: ours by name and position, others by
// matching their tensors with the variables of the run.
#pragma once

#include <optional>

#include "app/link/worker/run_worker.h"
#include "engine/documents/binding/checkpoint_match.h"
#include "engine/documents/checkpoint_contents.h"

namespace ng::views {

class CheckpointMatcher {
 public:
  CheckpointMatcher(WorkerState& state, RunWorker& runs) : s_(state), runs_(runs) {}

  struct Outcome {
    bool restored = false;
    std::optional<CheckpointMatch> open;  // not every variable has a tensor
  };
  // Restores a checkpoint whose tensors match every variable. Otherwise nothing is changed, also
  // after an Error, which was reported.
  Outcome restore(const QString& path, CheckpointUse use);
  // Throws the errors of match_checkpoint, and a runtime Error without a run.
  CheckpointMatch match(const QString& path, const BindingChoices& choices) const;
  // Gives the variables the tensors of a match and starts the run over; variables without a tensor
  // keep their values. False: an Error was reported.
  bool restoreMatched(const QString& path, const BindingChoices& choices);

 private:
  bool take(CheckpointSource& source, const CheckpointBinding& binding, const QString& path);

  WorkerState& s_;
  RunWorker& runs_;
};

}  // namespace ng::views
