// SPDX-License-Identifier: Apache-2.0
// Predicts the time of a call of a program divided among ranks on a described cluster, from the
// measured times of one rank's steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/analysis/cluster/collective_cost.h"
#include "engine/base/enum_names.h"
#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

struct Program;

struct ClusterStep {
  double microseconds = 0;  // on the rank itself, such as copies of what is exchanged
  // After `microseconds`; a `finish` waits before them. `ranks` is not used.
  std::optional<CollectiveStep> exchange = {};
  std::int64_t times = 1;  // exchanges of this kind, one after the other
};

struct ClusterTime {
  double total_us = 0;          // compute + waiting
  double compute_us = 0;        // on the rank itself
  double waiting_us = 0;        // for exchanges
  double latency_us = 0;        // of all exchanges, hidden or not
  double transfer_us = 0;       // same
  std::int64_t sent_bytes = 0;  // of one rank (collective_step.h)

  double exchange_us() const { return latency_us + transfer_us; }
  double hidden_us() const { return std::max(0.0, exchange_us() - waiting_us); }
};

// Compute and exchange run on two lanes: an exchange that was started runs behind the ones before
// it while the rank computes; all others are waited for at once. Ranks are numbered in row-major
// order of the axes, so that those of the innermost axis share a node first. Value Error if an
// exchange is along an axis that is not in `axes`, or is finished without a start.
ClusterTime cluster_time(const Cluster& cluster, const std::vector<MeshAxis>& axes,
                         std::span<const ClusterStep> steps);

// What to improve first: what takes most of a call.
enum class ClusterBound { compute, bandwidth, latency };
constexpr auto names_of(ClusterBound) {
  return std::to_array<std::string_view>({"compute", "bandwidth", "latency"});
}
ClusterBound bound_of(const ClusterTime& time);

// The steps of a call with the times of each, in µs. Exchanges of steps that run once are left out;
// those in the body of a loop are counted after the loop, without overlap.
std::vector<ClusterStep> cluster_steps(const Program& program,
                                       std::span<const double> microseconds);

// Does any step compute with a whole value that is gathered or scattered along the axis? Its time
// then grows with the ranks of the axis.
bool computes_with_wholes(const Program& program, const std::string& axis);

}  // namespace ng
