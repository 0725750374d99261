// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/staging/stage_plan.h"

#include <algorithm>
#include <set>

#include "engine/base/error.h"
#include "engine/passes/staging/forward_stages.h"
#include "engine/runtime/ranks/rank_error.h"

namespace ng {
namespace {

std::vector<MicroBatch> batches_of(const StagePlace& place, int micro_batches) {
  if (!place.varying) return {std::nullopt};
  std::vector<MicroBatch> all;
  for (int i = 0; i < micro_batches; ++i) all.emplace_back(i);
  return all;
}

}  // namespace

StagePlan::StagePlan(const StagedGraph& graph, const StageStates& states,
                     bool one_forward_one_backward)
    : graph_(graph), states_(states) {
  make_tasks();
  order_tasks(one_forward_one_backward);
  find_transfers();
}

std::size_t StagePlan::task_of(const StagePlace& place, MicroBatch batch) {
  const auto [at, fresh] =
      by_place_.try_emplace({place.stage, place.gradient, place.hop, batch}, tasks_.size());
  if (fresh) tasks_.push_back({{place.stage, place.gradient, place.hop, batch, 1}, {}});
  return at->second;
}

// An op that reads a value of another hop waits for it. Micro-batches pass a stage in their order,
// so that sums over them are always added in it.
void StagePlan::make_tasks() {
  std::vector<std::set<std::size_t>> after;
  for (const NodePtr& node : graph_.order()) {
    const StagePlace& place = graph_.place(*node);
    if (!place.bound) continue;
    for (const MicroBatch batch : batches_of(place, graph_.micro_batches())) {
      const std::size_t task = task_of(place, batch);
      after.resize(tasks_.size());
      tasks_[task].nodes.push_back(node);
      tasks_[task].task.cost += cost_of(*node);
      if (batch && *batch > 0) after[task].insert(task_of(place, *batch - 1));
      for (const Value& operand : graph_.bound_operands(*node)) {
        const StagePlace& from = graph_.place(*operand.node);
        if (from.varying && batch) {
          after[task].insert(task_of(from, batch));
          continue;
        }
        for (const MicroBatch each : batches_of(from, graph_.micro_batches()))
          after[task].insert(task_of(from, each));
      }
      after[task].erase(task);
    }
  }
  for (std::size_t i = 0; i < tasks_.size(); ++i)
    tasks_[i].task.after.assign(after[i].begin(), after[i].end());
}

void StagePlan::order_tasks(bool one_forward_one_backward) {
  std::vector<StageTask> tasks;
  for (const PlannedTask& planned : tasks_) tasks.push_back(planned.task);
  std::vector<PlannedTask> ordered;
  for (const std::size_t i : scheduled_tasks(tasks, graph_.stages(), one_forward_one_backward))
    ordered.push_back(std::move(tasks_[i]));
  tasks_ = std::move(ordered);
}

MicroBatch StagePlan::batch_of(const Value& value, MicroBatch reader) const {
  return graph_.place(*value.node).varying ? reader : std::nullopt;
}

void StagePlan::find_transfers() {
  find_transfers_of_states();
  for (const PlannedTask& planned : tasks_) {
    for (const NodePtr& node : planned.nodes) {
      for (const Value& operand : graph_.bound_operands(*node))
        add_transfer(operand, batch_of(operand, planned.task.micro_batch),
                     graph_.place(*operand.node).stage, planned.task.stage);
    }
  }
  const auto to_all = [this](const Value& value) {
    if (!value || !graph_.place(*value.node).bound) return;
    for (int stage = 0; stage < graph_.stages(); ++stage)
      add_transfer(value, std::nullopt, graph_.place(*value.node).stage, stage);
  };
  const Graph& graph = graph_.graph();
  std::for_each(graph.results.begin(), graph.results.end(), to_all);
  for (const StateWrite& write : graph.writes) {
    const std::optional<int> keeper = states_.stage_of(*write.variable.node);
    const StagePlace& place = graph_.place(*write.value.node);
    if (!keeper) {
      to_all(write.value);
    } else if (place.bound) {
      add_transfer(write.value, std::nullopt, place.stage, *keeper);
    }
  }
  std::for_each(graph.kept.begin(), graph.kept.end(), to_all);
}

void StagePlan::find_transfers_of_states() {
  for (const NodePtr& state : states_.all()) {
    const std::optional<int> keeper = states_.stage_of(*state);
    if (!keeper) continue;
    for (const int reader : states_.readers(*state))
      add_transfer({state, 0}, std::nullopt, *keeper, reader);
  }
}

void StagePlan::add_transfer(const Value& value, MicroBatch batch, int from, int to) {
  if (from == to) return;
  auto& known = transfers_[{value.node.get(), value.result, batch}];
  if (known.count(to)) return;
  int& tag = tags_[{from, to}];
  if (tag > largest_tag) {
    Diagnostic diagnostic;
    diagnostic.what =
        "stage " + std::to_string(from) + " sends too many values to stage " + std::to_string(to);
    diagnostic.found = "more than " + std::to_string(largest_tag + 1) + " values";
    diagnostic.action = "choose fewer micro-batches";
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  known[to] = {from, to, tag++};
}

const std::map<int, StageTransfer>& StagePlan::transfers(const Value& value,
                                                         MicroBatch batch) const {
  static const std::map<int, StageTransfer> none;
  const auto at = transfers_.find({value.node.get(), value.result, batch});
  return at == transfers_.end() ? none : at->second;
}

}  // namespace ng
