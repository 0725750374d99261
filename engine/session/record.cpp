// SPDX-License-Identifier: Apache-2.0
// Look-ups in records.
#include "engine/session/record.h"

#include <algorithm>

namespace ng {

const OpRecord* GraphRecord::find(OpKey id) const {
  return rows_.find(ops, id, &OpRecord::id);
}

const KernelRecord* CompilationRecord::kernel(const std::string& name) const {
  return kernel_rows_.find(kernels, name, &KernelRecord::name);
}

const KernelRecord* CompilationRecord::kernel_of(OpKey op) const {
  for (const KernelRecord& k : kernels) {
    if (k.id == op || std::find(k.ops.begin(), k.ops.end(), op) != k.ops.end()) return &k;
  }
  // A fused op that became part of another's step: its members stand there.
  const GraphRecordPtr graph = final_graph();
  if (!graph) return nullptr;
  for (const OpRecord& member : graph->ops) {
    if (member.kernel == op && member.id != op && op != 0) return kernel_of(member.id);
  }
  return nullptr;
}

const BufferRecord* CompilationRecord::buffer_of(OpKey op) const {
  for (const BufferRecord& b : buffers) {
    if (std::find(b.values.begin(), b.values.end(), op) != b.values.end()) return &b;
  }
  return nullptr;
}

std::string_view name(RunState state) {
  constexpr std::string_view names[] = {"idle",     "running", "paused",
                                        "finished", "failed",  "cancelled"};
  return names[static_cast<int>(state)];
}

}  // namespace ng
