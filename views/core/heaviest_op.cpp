// SPDX-License-Identifier: Apache-2.0
#include "views/core/heaviest_op.h"

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng::views {

const OpRecord* heaviestOp(const CompilationRecord& compilation, const KernelRecord& kernel) {
  const GraphRecordPtr graph = compilation.final_graph();
  const OpRecord* heaviest = nullptr;
  for (const OpId id : kernel.ops) {
    const OpRecord* op = graph ? graph->find(id) : nullptr;
    if (op && (!heaviest || op->flops > heaviest->flops)) heaviest = op;
  }
  return heaviest;
}

}  // namespace ng::views
