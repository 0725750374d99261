// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/cluster/pipeline_time.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "engine/analysis/cluster/rank_lanes.h"
#include "engine/base/error.h"

namespace ng {
namespace {

class Pipeline {
 public:
  Pipeline(const Cluster& cluster, const std::vector<MeshAxis>& axes,
           std::span<const std::vector<ClusterStep>> stages)
      : cluster_(cluster),
        stages_(stages),
        pipelines_(std::max(1, mesh_size(axes) / std::max(1, stages_of(axes)))),
        next_(stages.size(), 0) {
    for (std::size_t i = 0; i < stages.size(); ++i) lanes_.emplace_back(cluster, axes);
  }

  PipelineTime run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t stage = 0; stage < stages_.size(); ++stage)
        while (next_[stage] < stages_[stage].size() && step(stage)) {
          ++next_[stage];
          moved = true;
        }
    }
    PipelineTime found;
    for (std::size_t stage = 0; stage < stages_.size(); ++stage) {
      if (next_[stage] < stages_[stage].size()) refuse_receive(stage);
      found.stages.push_back(lanes_[stage].time());
      found.total_us = std::max(found.total_us, found.stages.back().total_us);
    }
    return found;
  }

 private:
  // False: the step receives what has not been sent yet.
  bool step(std::size_t stage) {
    const ClusterStep& step = stages_[stage][next_[stage]];
    const bool sends = step.exchange && step.exchange->kind == CollectiveKind::send;
    const bool receives = step.exchange && step.exchange->kind == CollectiveKind::receive;
    RankLanes& own = lanes_[stage];
    const int here = static_cast<int>(stage);
    if (sends) {
      own.compute(step.microseconds);
      const CollectiveStep& message = *step.exchange;
      const double arrived = own.send(link(here, message.root), message.part_bytes());
      arrived_[{here, message.root, message.tag}] = arrived;
    } else if (receives) {
      const auto sent = arrived_.find({step.exchange->root, here, step.exchange->tag});
      if (sent == arrived_.end()) return false;
      own.wait_until(sent->second);
      own.compute(step.microseconds);
    } else {
      own.add(step);
    }
    return true;
  }

  // The slowest of all pipelines: each waits for the others where their ranks combine gradients.
  // Consecutive ranks fill a node, so that at most one pipeline leaves it from stage `a` to `b`:
  // their messages have its link for themselves.
  const Link& link(int a, int b) const {
    const auto count = static_cast<int>(stages_.size());
    for (int first = 0; first < pipelines_ * count; first += count)
      if ((first + a) / cluster_.ranks_per_node != (first + b) / cluster_.ranks_per_node)
        return cluster_.between;
    return cluster_.within;
  }

  [[noreturn]] void refuse_receive(std::size_t stage) const {
    Diagnostic diagnostic;
    diagnostic.what = "stage " + std::to_string(stage) + " receives what no other stage sends";
    diagnostic.expected = "the steps of all stages of one net";
    refuse(ErrorKind::value, std::move(diagnostic));
  }

  const Cluster& cluster_;
  const std::span<const std::vector<ClusterStep>> stages_;
  const int pipelines_;            // the mesh without the axis of the stages
  std::vector<std::size_t> next_;  // step, by stage
  std::deque<RankLanes> lanes_;
  std::map<std::tuple<int, int, int>, double> arrived_;  // by sender, receiver and tag
};

}  // namespace

PipelineTime pipeline_time(const Cluster& cluster, const std::vector<MeshAxis>& axes,
                           std::span<const std::vector<ClusterStep>> stages) {
  return Pipeline(cluster, axes, stages).run();
}

double bubble(int stages, int micro_batches) {
  return static_cast<double>(stages - 1) / (micro_batches + stages - 1);
}

}  // namespace ng
