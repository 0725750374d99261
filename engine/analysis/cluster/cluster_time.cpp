// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/cluster/cluster_time.h"

#include <algorithm>
#include <map>

#include "engine/base/error.h"
#include "engine/runtime/program.h"

namespace ng {
namespace {

using Part = CollectiveStep::Part;

[[noreturn]] void refuse_group(const std::string& group, const std::vector<MeshAxis>& axes) {
  Diagnostic diagnostic;
  diagnostic.what = "an exchange is along an axis that is not divided among ranks";
  diagnostic.found = "'" + group + "'";
  diagnostic.expected = "one of " + mesh_text(axes);
  refuse(ErrorKind::value, std::move(diagnostic));
}

GroupLayout layout_of(const Cluster& cluster, const std::vector<MeshAxis>& axes,
                      const std::string& group) {
  if (group.empty()) return group_layout(cluster, mesh_size(axes), 1);
  int stride = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    if (axis->name == group) return group_layout(cluster, axis->ranks, stride);
    stride *= axis->ranks;
  }
  refuse_group(group, axes);
}

// Two lanes: the rank's own time, and the time at which its exchanges are complete.
class Lanes {
 public:
  Lanes(const Cluster& cluster, const std::vector<MeshAxis>& axes)
      : cluster_(cluster), axes_(axes) {}

  void add(const ClusterStep& step) {
    const bool finishes = step.exchange && step.exchange->carried == Part::finish;
    if (finishes) finish(step.exchange->number);
    compute(step.microseconds);
    if (!step.exchange || finishes) return;
    const double end = exchange(*step.exchange, step.times);
    if (step.exchange->carried == Part::start)
      ends_[step.exchange->number] = end;
    else
      wait_until(end);
  }

  ClusterTime time() {
    wait_until(exchanged_);
    time_.total_us = now_;
    return time_;
  }

 private:
  void compute(double microseconds) {
    if (microseconds <= 0) return;
    time_.compute_us += microseconds;
    const double shared = std::max(0.0, exchanged_ - now_), overlap = cluster_.overlap;
    const double taken = overlap * shared < microseconds ? microseconds + (1 - overlap) * shared
                                                         : microseconds / overlap;
    time_.waiting_us += taken - microseconds;
    now_ += taken;
  }

  void wait_until(double end) {
    time_.waiting_us += std::max(0.0, end - now_);
    now_ = std::max(now_, end);
  }

  void finish(int number) {
    const auto end = ends_.find(number);
    if (end == ends_.end()) {
      Diagnostic diagnostic;
      diagnostic.what = "an exchange is finished that was not started";
      diagnostic.found = "number " + std::to_string(number);
      refuse(ErrorKind::value, std::move(diagnostic));
    }
    wait_until(end->second);
    ends_.erase(end);
  }

  double exchange(CollectiveStep step, std::int64_t times) {
    const GroupLayout group = layout_of(cluster_, axes_, step.group);
    const ExchangeCost cost = exchange_cost(cluster_, group, step.kind, step.part_bytes());
    const auto repeated = static_cast<double>(times);
    step.ranks = group.ranks;
    time_.latency_us += cost.latency_us * repeated;
    time_.transfer_us += cost.transfer_us * repeated;
    time_.sent_bytes += ng::sent_bytes(step) * times;
    if (cost.total_us() > 0) exchanged_ = std::max(exchanged_, now_) + cost.total_us() * repeated;
    return cost.total_us() > 0 ? exchanged_ : now_;
  }

  const Cluster& cluster_;
  const std::vector<MeshAxis>& axes_;
  double now_ = 0, exchanged_ = 0;
  std::map<int, double> ends_;  // of exchanges on the way, by number
  ClusterTime time_;
};

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
  Lanes lanes(cluster, axes);
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
