// SPDX-License-Identifier: Apache-2.0
// The predicted time of one rank: what it computes, and what it exchanges meanwhile.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/analysis/cluster/cluster_time.h"

namespace ng {

// Two lanes: the rank's own time, and the time at which its exchanges are complete. In µs from the
// begin of the call. `cluster` and `axes` outlive the lanes.
class RankLanes {
 public:
  RankLanes(const Cluster& cluster, const std::vector<MeshAxis>& axes)
      : cluster_(cluster), axes_(axes) {}

  // A step with its exchange among all ranks of a group.
  void add(const ClusterStep& step);
  void compute(double microseconds);
  void wait_until(double end);
  // Sends a message, behind those that are on their way. Returns when it has arrived.
  double send(const Link& link, std::int64_t bytes);
  ClusterTime time();  // when all exchanges are complete

 private:
  void finish(int number);
  double exchange(CollectiveStep step, std::int64_t times);
  double exchanged(double latency_us, double transfer_us);

  const Cluster& cluster_;
  const std::vector<MeshAxis>& axes_;
  double now_ = 0, exchanged_ = 0;
  std::map<int, double> ends_;  // of exchanges on the way, by number
  ClusterTime time_;
};

}  // namespace ng
