// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/stage_states.h"

#include "engine/ops/placed_state.h"
#include "engine/ops/state.h"

namespace ng {

StageStates::StageStates(const StagedGraph& graph, const PassOptions& options) {
  for (const NodePtr& node : ordered_nodes(graph.graph()))
    if (is_state(*node)) states_.push_back(node);
  find_readers(graph);
  if (!options.state_stages || graph.stages() == 1) return;
  for (const NodePtr& state : states_) {
    if (!placement_of(*state).is_whole()) continue;
    const auto known = options.state_stages->try_emplace(state->id, planned_stage(graph, state));
    stages_[state.get()] = known.first->second;
  }
}

std::optional<int> StageStates::stage_of(const Node& state) const {
  const auto at = stages_.find(&state);
  return at == stages_.end() ? std::nullopt : at->second;
}

const std::set<int>& StageStates::readers(const Node& state) const {
  static const std::set<int> none;
  const auto at = readers_.find(&state);
  return at == readers_.end() ? none : at->second;
}

std::optional<int> StageStates::planned_stage(const StagedGraph& graph,
                                              const NodePtr& state) const {
  for (const StateWrite& write : graph.graph().writes) {
    if (write.variable.node != state) continue;
    const StagePlace& place = graph.place(*write.value.node);
    return place.bound ? std::optional(place.stage) : std::nullopt;
  }
  const std::set<int>& stages = readers(*state);
  return stages.size() == 1 ? std::optional(*stages.begin()) : std::nullopt;
}

// Ops that belong to no stage read state for those that need them.
void StageStates::find_readers(const StagedGraph& graph) {
  std::map<const Node*, std::set<const Node*>> read;
  for (const NodePtr& state : states_) read[state.get()] = {state.get()};
  for (const NodePtr& node : graph.order()) {
    const StagePlace& place = graph.place(*node);
    for (const Value& operand : node->operands) {
      const auto states = read.find(operand.node.get());
      if (states == read.end()) continue;
      if (place.bound) {
        for (const Node* state : states->second) readers_[state].insert(place.stage);
      } else {
        const std::set<const Node*> all = states->second;
        read[node.get()].insert(all.begin(), all.end());
      }
    }
  }
  for (const Value& root : roots(graph.graph())) {
    const auto states = read.find(root.node.get());
    if (states == read.end()) continue;
    for (const Node* state : states->second)
      for (int stage = 0; stage < graph.stages(); ++stage) readers_[state].insert(stage);
  }
}

}  // namespace ng
