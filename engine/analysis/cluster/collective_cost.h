// SPDX-License-Identifier: Apache-2.0
// Time of a collective on a described cluster, by the alpha-beta model: a message of m bytes takes
// latency + m / bandwidth.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/runtime/ranks/collective_step.h"

namespace ng {

struct Link {
  double latency_us = 0;
  double gigabytes_per_second = 0;  // 1e9 bytes, in each direction
};

// Ranks are numbered node by node.
struct Cluster {
  int ranks_per_node = 1;
  Link within;   // between two ranks of a node; each rank has its own
  Link between;  // of a node to all others; its ranks share the bandwidth
  // How fast a rank computes during an exchange: 1 at full speed, 0 not at all, since the exchange
  // takes the rank's own core.
  double overlap = 1;
};

// Where the ranks of one group are.
struct GroupLayout {
  int ranks = 1;
  int per_node = 1;  // ranks of the group on a node
  int nodes = 1;
  int sharing = 1;  // groups that use the link of a node at the same time
};

// The layout of a group of `ranks` ranks whose numbers are `stride` apart.
GroupLayout group_layout(const Cluster& cluster, int ranks, int stride);

struct ExchangeCost {
  double latency_us = 0, transfer_us = 0;
  std::string_view algorithm;  // "ring", "recursive doubling", …
  double total_us() const { return latency_us + transfer_us; }
};

// The cheapest algorithm for a collective whose CollectiveStep::part_bytes() are `bytes`. Formulas:
// Thakur, Rabenseifner and Gropp 2005, "Optimization of Collective Communication Operations in
// MPICH", without the time of the sums themselves. With several ranks on each of several nodes also
// in two levels: within the nodes, and between ranks of the same place on each node.
ExchangeCost exchange_cost(const Cluster& cluster, const GroupLayout& group, CollectiveKind kind,
                           std::int64_t bytes);

}  // namespace ng
