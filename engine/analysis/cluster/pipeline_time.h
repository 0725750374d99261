// SPDX-License-Identifier: Apache-2.0
// Predicts the time of a call of a net that is cut into stages, from the measured steps of each.
#pragma once

#include <span>
#include <vector>

#include "engine/analysis/cluster/cluster_time.h"

namespace ng {

struct PipelineTime {
  double total_us = 0;              // until the last stage has ended
  std::vector<ClusterTime> stages;  // until each has ended; waiting includes that for other stages
};

// `stages`: the steps of one rank of each stage. All start together. A message arrives after the
// latency and its bytes over the bandwidth, behind those that its sender sent before; the sender
// does not wait, the receiver does. Stages are the innermost axis of `axes`. Two stages that are on
// different nodes in any pipeline of the mesh use the link between nodes. Value Error if a stage
// receives what no other sends.
PipelineTime pipeline_time(const Cluster& cluster, const std::vector<MeshAxis>& axes,
                           std::span<const std::vector<ClusterStep>> stages);

// The part of the time of `stages` equal stages that passes without work, with `micro_batches`
// equal parts and no messages: 1F1B and GPipe alike.
double bubble(int stages, int micro_batches);

}  // namespace ng
