// SPDX-License-Identifier: Apache-2.0
// Predicted times of a call on more and more ranks of a described cluster.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ng {

// What is asked: the ranks' axes, of which one has no number, and the cluster.
struct ScalingChoice {
  std::string axes = "N";  // "N", "N,H=4"
  bool weak = false;       // the axis without a number grows with its ranks
  int ranks_per_node = 8;
  double link = 200, latency = 5;            // of a rank within a node: GB/s, µs
  double node_link = 50, node_latency = 10;  // of a node, shared by its ranks
  double overlap = 1;  // speed of computing during an exchange; 0: it takes the core
};

struct ScalingRow {
  int ranks = 1;
  std::int64_t length = 0;  // of the axis, over all ranks
  std::string reason;       // why there is no prediction; empty: there is one
  // Of one rank's call, in µs.
  double total_us = 0;     // compute and waiting
  double compute_us = 0;   // on the rank itself, as measured
  double waiting_us = 0;   // for exchanges
  double latency_us = 0;   // of all exchanges, hidden or not
  double transfer_us = 0;  // same
  double hidden = 0;       // the part of the exchanges' time that passes while the rank computes
  std::int64_t sent_bytes = 0;  // of one rank
  double efficiency = 0;        // work per time and rank, compared with one rank
  double per_second = 0;        // elements of the axis
  std::string bound;            // what takes most of a call: "compute", "bandwidth", "latency"

  double exchange_us() const { return latency_us + transfer_us; }
};

struct ScalingRecord {
  std::string axis;         // that is divided among more and more ranks
  std::int64_t length = 0;  // in the document
  bool is_batch = false;
  bool weak = false;  // the length grows with the ranks
  std::string note;   // what the rows leave out; empty: nothing
  std::vector<ScalingRow> rows;
};
using ScalingRecordPtr = std::shared_ptr<const ScalingRecord>;

}  // namespace ng
