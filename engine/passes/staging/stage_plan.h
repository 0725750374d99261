// SPDX-License-Identifier: Apache-2.0
// What the stages of a net compute, in which order, and which values they send each other: the same
// on all of them.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/passes/staging/stage_schedule.h"
#include "engine/passes/staging/stage_states.h"
#include "engine/passes/staging/staged_graph.h"

namespace ng {

using MicroBatch = std::optional<int>;  // none: a value of the whole batch

// Ops of one stage that run together.
struct PlannedTask {
  StageTask task;
  std::vector<NodePtr> nodes;  // operands first
};

struct StageTransfer {
  int from = 0, to = 0;
  int tag = 0;
};

class StagePlan {
 public:
  // `one_forward_one_backward`: see scheduled_tasks. Value Error if there are more transfers
  // between two stages than tags.
  StagePlan(const StagedGraph& graph, const StageStates& states, bool one_forward_one_backward);

  const StagedGraph& graph() const { return graph_; }
  const StageStates& states() const { return states_; }
  // In the order of all stages.
  const std::vector<PlannedTask>& tasks() const { return tasks_; }
  // Of a value for a micro-batch, by the stage that it is sent to. A value is sent to a stage once.
  const std::map<int, StageTransfer>& transfers(const Value& value, MicroBatch batch) const;

 private:
  using Copy = std::tuple<const Node*, int, MicroBatch>;

  void make_tasks();
  std::size_t task_of(const StagePlace& place, MicroBatch batch);
  void order_tasks(bool one_forward_one_backward);
  void find_transfers();
  void find_transfers_of_states();
  void add_transfer(const Value& value, MicroBatch batch, int from, int to);
  MicroBatch batch_of(const Value& value, MicroBatch reader) const;

  const StagedGraph& graph_;
  const StageStates& states_;
  std::vector<PlannedTask> tasks_;
  std::map<std::tuple<int, bool, int, MicroBatch>, std::size_t> by_place_;
  std::map<Copy, std::map<int, StageTransfer>> transfers_;
  std::map<std::pair<int, int>, int> tags_;  // used, by sender and receiver
};

}  // namespace ng
