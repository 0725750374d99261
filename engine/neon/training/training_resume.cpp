// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run and resuming from them.
#include "engine/neon/training/training.h"

namespace ng {

std::vector<Op> TrainingRun::state_ops() const {
  std::vector<Computation> all = evaluations_;
  all.push_back(computation_);
  return state_of(all);
}

Checkpoint TrainingRun::checkpoint() const {
  Checkpoint checkpoint = take_checkpoint(*transformer_, state_ops());
  checkpoint.document = title_;
  checkpoint.position = RunPosition{computation_.name(), iteration_, plan_.batches, evaluated_};
  checkpoint.series = series_;
  return checkpoint;
}

void TrainingRun::restore(const Checkpoint& checkpoint) {
  apply_checkpoint(checkpoint, *transformer_, state_ops());
  results_.clear();
  history_.clear();
  failure_.reset();
  kept_.reset();
  if (checkpoint.position) restore_position(checkpoint);
  callbacks_.goes_on_from(iteration_);
}

// A position of another plan is meaningless here: only values are restored, and the run starts
// over.
void TrainingRun::restore_position(const Checkpoint& checkpoint) {
  const RunPosition& position = *checkpoint.position;
  const bool same = position.computation == computation_.name() &&
                    position.batches == plan_.batches &&
                    position.evaluated.size() == evaluations_.size();
  iteration_ = same ? position.iteration : 0;
  evaluated_ = same ? position.evaluated : std::vector<std::int64_t>(evaluations_.size(), 0);
  // An epoch whose evaluation was cancelled ends a second time.
  const bool ends_again = iteration_ > 0 && iteration_ % plan_.batches == 0 && !has_evaluated_all();
  ended_ = epoch() - (ends_again ? 1 : 0);
  last_values_.assign(evaluations_.size(), std::nullopt);
  make_curves();
  for (std::size_t i = 0; same && i < series_.size(); ++i) {
    for (const SeriesRecord& saved : checkpoint.series) {
      if (saved.name != series_[i].name) continue;
      const OpKey op = series_[i].op;
      series_[i] = saved;
      series_[i].op = op;
    }
    if (curves_[i].evaluation && !series_[i].y.empty()) {
      last_values_[*curves_[i].evaluation] = series_[i].y.back();
    }
  }
  state_ = iteration_ >= total() ? RunState::finished : RunState::paused;
}

}  // namespace ng
