// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/cluster/cluster_time.h"

#include <algorithm>

#include "engine/analysis/cluster/rank_lanes.h"
#include "engine/base/error.h"
#include "engine/runtime/program.h"

namespace ng {
namespace {

using Part = CollectiveStep::Part;

void add_exchanges_of_loops(const Program& body, std::int64_t times,
                            std::vector<ClusterStep>& steps) {
  for (const Step& step : body.steps) {
    if (const Loop* loop = step.loop())
      add_exchanges_of_loops(loop->body, times * loop->count, steps);
    const auto* exchange = step.as<CollectiveStep>();
    if (!exchange || exchange->carried == Part::finish) continue;
    CollectiveStep whole = *exchange;
    whole.carried = Part::both;
    steps.push_back({0, whole, times});
  }
}

}  // namespace

ClusterTime cluster_time(const Cluster& cluster, const std::vector<MeshAxis>& axes,
                         std::span<const ClusterStep> steps) {
  RankLanes lanes(cluster, axes);
  for (const ClusterStep& step : steps) lanes.add(step);
  return lanes.time();
}

ClusterBound bound_of(const ClusterTime& time) {
  if (time.compute_us >= time.waiting_us) return ClusterBound::compute;
  return time.transfer_us >= time.latency_us ? ClusterBound::bandwidth : ClusterBound::latency;
}

std::vector<ClusterStep> cluster_steps(const Program& program,
                                       std::span<const double> microseconds) {
  check(microseconds.size() == program.steps.size(), "times of another program");
  std::vector<ClusterStep> steps;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    ClusterStep made{microseconds[i]};
    if (i < program.once) {
      steps.push_back(std::move(made));
      continue;
    }
    if (const auto* exchange = step.as<CollectiveStep>()) made.exchange = *exchange;
    steps.push_back(std::move(made));
    if (const Loop* loop = step.loop()) add_exchanges_of_loops(loop->body, loop->count, steps);
  }
  return steps;
}

bool computes_with_wholes(const Program& program, const std::string& axis) {
  bool found = false;
  for_each_program(program, [&](const Program& each) {
    std::vector<bool> whole(each.buffers.size(), false);
    for (const Step& step : each.steps) {
      const auto* exchange = step.as<CollectiveStep>();
      if (!exchange) {
        found |= !step.is<CopyStep>() &&
                 std::any_of(step.reads.begin(), step.reads.end(),
                             [&](int buffer) { return whole[static_cast<std::size_t>(buffer)]; });
        continue;
      }
      if (exchange->group != axis) continue;
      found |= exchange->kind == CollectiveKind::reduce_scatter;
      if (exchange->kind != CollectiveKind::all_gather) continue;
      for (const int buffer : step.writes) whole[static_cast<std::size_t>(buffer)] = true;
    }
  });
  return found;
}

}  // namespace ng
