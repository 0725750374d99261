// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run and resuming from them.
#include "engine/neon/training/training.h"

namespace ng {

Checkpoint TrainingRun::checkpoint(CheckpointRanks ranks) const {
  Checkpoint checkpoint = take_checkpoint(*transformer_, variables(), ranks);
  checkpoint.document = title_;
  checkpoint.position =
      RunPosition{computation_.name(), iteration_, plan_.batches, evaluations_.counts()};
  checkpoint.series = series();
  return checkpoint;
}

void TrainingRun::restore(const Checkpoint& checkpoint) {
  apply_checkpoint(checkpoint, *transformer_, variables());
  history_.clear();
  failure_.reset();
  finite_check_.reset();
  if (const std::optional<RunPosition>& position = checkpoint.position) {
    // A position of another plan is meaningless here: only values are restored, and the run starts
    // over.
    const bool same = position->computation == computation_.name() &&
                      position->batches == plan_.batches &&
                      position->evaluated.size() == evaluations_.counts().size();
    iteration_ = same ? position->iteration : 0;
    evaluations_.reset();
    if (same) evaluations_.restore(position->evaluated);
    // An epoch whose evaluation was cancelled ends a second time.
    const bool ends_again = iteration_ > 0 && is_epoch_end() && evaluations_.due(plan_, epoch());
    ended_ = epoch() - (ends_again ? 1 : 0);
    curves_.reset(plan_, computation_.results());
    if (same) curves_.restore(checkpoint.series);
    for (std::size_t i = 0; same && i < plan_.evaluations.size(); ++i)
      evaluations_.set_last(i, curves_.last_of(i));
    state_ = iteration_ >= total() ? RunState::finished : RunState::paused;
  }
  callbacks_.resume_from(iteration_);
}

}  // namespace ng
