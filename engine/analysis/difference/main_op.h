// SPDX-License-Identifier: Apache-2.0
// The op of a document for which the time of a kernel counts.
#pragma once

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng {

// The op that `kernel` computes with the most FLOP, as the op of the document that it comes from;
// 0 if no such op `counts`. `graph`: the final graph, which has the kernel's ops.
template <class Counts>
OpId main_op(const KernelRecord& kernel, const GraphRecord& graph, const Counts& counts) {
  OpId found = 0;
  std::int64_t most = -1;
  for (const OpId key : kernel.ops) {
    const OpRecord* op = graph.find(key);
    if (!op || op->flops <= most) continue;
    for (const OpId origin : op->origins) {
      if (!counts(origin)) continue;
      most = op->flops;
      found = origin;
    }
  }
  return found;
}

}  // namespace ng
