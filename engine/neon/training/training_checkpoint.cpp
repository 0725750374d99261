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

// Null also for another computation, since one that is only evaluated takes no position.
std::optional<Diagnostic> TrainingRun::starts_over(const RunPosition& position) const {
  if (position.computation != computation_.name() || position.iteration == 0) return {};
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.what =
      "only values were restored: the run starts over at epoch 1, and its schedules at iteration 0";
  const auto compare = [&](const char* what, std::size_t theirs, std::size_t ours) {
    if (theirs == ours) return;
    warning.found += (warning.found.empty() ? "" : "; ") + std::string(what) + ": " +
                     std::to_string(theirs) + " in the checkpoint, " + std::to_string(ours) +
                     " in this run";
  };
  compare("batches per epoch", static_cast<std::size_t>(position.batches),
          static_cast<std::size_t>(plan_.batches));
  compare("evaluations", position.evaluated.size(), evaluations_.counts().size());
  warning.action = "restore with the data and the batch size of the saved run to continue it";
  return warning;
}

std::optional<Diagnostic> TrainingRun::restore(const Checkpoint& checkpoint) {
  std::optional<Diagnostic> warning;
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
    if (!same) warning = starts_over(*position);
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
  return warning;
}

}  // namespace ng
