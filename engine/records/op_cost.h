// SPDX-License-Identifier: Apache-2.0
// What an op adds to the cost of a graph or of a group of its ops.
#pragma once

#include <cstdint>

#include "engine/records/op_record.h"

namespace ng {

struct OpCost {
  std::int64_t flops = 0, bytes = 0;
};

// A graph lists the ops in a kernel or a loop, too: the loop's cost is theirs, and a kernel reads
// and writes for its ops, which compute.
inline OpCost own_cost(const OpRecord& op) {
  OpCost cost{op.flops, op.bytes};
  const bool loop = op.traits.kind == OpKind::loop;
  if (loop || op.traits.kind == OpKind::kernel) cost.flops = 0;
  if (loop || op.kernel != 0) cost.bytes = 0;
  return cost;
}

}  // namespace ng
