// SPDX-License-Identifier: Apache-2.0
#include "app/link/carried_state.h"

#include <utility>

namespace ng::views {

void CarriedState::take(const std::string& name, const StateCopy& state, const TrainingRun* run) {
  for (const auto& [id, value] : state) values_.insert_or_assign(id, value);
  positions_.erase(name);
  if (run == nullptr || run->iteration() == 0) return;
  Checkpoint reached = run->checkpoint();
  positions_[name] = {*reached.position, std::move(reached.series)};
}

bool CarriedState::give(const std::string& name, Transformer& transformer, TrainingRun* run) {
  for (const auto& [id, storage] : transformer.state().all()) {
    const auto found = values_.find(id);
    const bool fits = found != values_.end() && storage->kind == BufferKind::persistent &&
                      found->second.dtype == storage->dtype &&
                      found->second.shape == storage->shape;
    if (!fits) continue;
    storage->set(found->second);
    values_.erase(found);
  }
  const auto left = positions_.find(name);
  if (run == nullptr || left == positions_.end()) return false;
  Checkpoint reached = run->checkpoint();  // includes the values set above
  reached.position = left->second.position;
  reached.series = left->second.series;
  run->restore(reached);
  return run->iteration() > 0;
}

}  // namespace ng::views
