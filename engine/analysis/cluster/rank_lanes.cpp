// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/cluster/rank_lanes.h"

#include <algorithm>

#include "engine/base/error.h"

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

}  // namespace

void RankLanes::add(const ClusterStep& step) {
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

ClusterTime RankLanes::time() {
  wait_until(exchanged_);
  time_.total_us = now_;
  return time_;
}

void RankLanes::compute(double microseconds) {
  if (microseconds <= 0) return;
  time_.compute_us += microseconds;
  const double shared = std::max(0.0, exchanged_ - now_), overlap = cluster_.overlap;
  const double taken = overlap * shared < microseconds ? microseconds + (1 - overlap) * shared
                                                       : microseconds / overlap;
  time_.waiting_us += taken - microseconds;
  now_ += taken;
}

void RankLanes::wait_until(double end) {
  time_.waiting_us += std::max(0.0, end - now_);
  now_ = std::max(now_, end);
}

void RankLanes::finish(int number) {
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

double RankLanes::exchanged(double latency_us, double transfer_us) {
  time_.latency_us += latency_us;
  time_.transfer_us += transfer_us;
  const double cost = latency_us + transfer_us;
  if (cost > 0) exchanged_ = std::max(exchanged_, now_) + cost;
  return cost > 0 ? exchanged_ : now_;
}

double RankLanes::exchange(CollectiveStep step, std::int64_t times) {
  const GroupLayout group = layout_of(cluster_, axes_, step.group);
  const ExchangeCost cost = exchange_cost(cluster_, group, step.kind, step.part_bytes());
  const auto repeated = static_cast<double>(times);
  step.ranks = group.ranks;
  time_.sent_bytes += ng::sent_bytes(step) * times;
  return exchanged(cost.latency_us * repeated, cost.transfer_us * repeated);
}

double RankLanes::send(const Link& link, std::int64_t bytes) {
  time_.sent_bytes += bytes;
  return exchanged(link.latency_us, static_cast<double>(bytes) / link.gigabytes_per_second / 1e3);
}

}  // namespace ng
