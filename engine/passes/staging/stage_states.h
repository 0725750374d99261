// SPDX-License-Identifier: Apache-2.0
// Which stage keeps the variables and other state of a net.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/passes/staging/staged_graph.h"

namespace ng {

// The stage that computes a state's new value keeps it; without one, the only stage that reads it.
// Other state is on every stage, and so is state that shard_axes has divided among ranks. State
// that an earlier computation has (PassOptions::state_stages) stays where it is.
class StageStates {
 public:
  StageStates(const StagedGraph& graph, const PassOptions& options);

  const std::vector<NodePtr>& all() const { return states_; }
  // None: every stage.
  std::optional<int> stage_of(const Node& state) const;
  // Stages that read it.
  const std::set<int>& readers(const Node& state) const;

 private:
  void find_readers(const StagedGraph& graph);
  std::optional<int> planned_stage(const StagedGraph& graph, const NodePtr& state) const;

  std::vector<NodePtr> states_;
  std::map<const Node*, std::set<int>> readers_;
  std::map<const Node*, std::optional<int>> stages_;
};

}  // namespace ng
