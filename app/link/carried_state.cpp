// SPDX-License-Identifier: Apache-2.0
#include "app/link/carried_state.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "engine/graph/node.h"
#include "engine/ops/state.h"
#include "engine/runtime/memory.h"

namespace ng::views {

namespace {

// Axes are those of the rebuilt document; give() compares the lengths.
Attributes withoutAxes(const Attributes& attributes) {
  Attributes rest;
  for (const auto& [key, value] : attributes)
    if (!std::holds_alternative<Axes>(value)) rest.set(key, value);
  return rest;
}

bool haveSameInitialValue(const Node& a, const Node& b) {
  return a.def == b.def && withoutAxes(a.attributes) == withoutAxes(b.attributes);
}

}  // namespace

void CarriedState::take(const Ran& ran, const StateCopy& state, const TrainingRun* run) {
  for (const auto& [id, value] : state) values_.insert_or_assign(id, value);
  if (run == nullptr || run->iteration() == 0) return;
  Checkpoint reached = run->checkpoint();
  positions_[ran.name] = {ran.trains, *reached.position, std::move(reached.series)};
}

void CarriedState::edited(const std::vector<Op>& before, const std::vector<Op>& now) {
  std::map<OpId, const Node*> kept;
  for (const Op& op : now)
    if (is_state(*op.value().node)) kept[op.id()] = op.value().node.get();
  for (const Op& op : before) {
    const auto found = kept.find(op.id());
    if (found != kept.end() && !haveSameInitialValue(*op.value().node, *found->second))
      values_.erase(op.id());
  }
  std::erase_if(positions_, [](const auto& each) { return !each.second.trains; });
}

std::int64_t CarriedState::trained() const {
  std::int64_t iterations = 0;
  for (const auto& [name, each] : positions_)
    if (each.trains) iterations += each.position.iteration;
  return iterations;
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
  if (run->iteration() == 0) return false;
  positions_.erase(left);
  return true;
}

}  // namespace ng::views
