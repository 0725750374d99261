// SPDX-License-Identifier: Apache-2.0
#include "engine/session/kernels_by_op.h"

namespace ng {

std::unordered_map<OpKey, const KernelRecord*> kernels_by_op(const CompilationRecord& record) {
  std::unordered_map<OpKey, const KernelRecord*> kernels;
  for (const KernelRecord& kernel : record.kernels) {
    kernels.emplace(kernel.id, &kernel);
    for (const OpKey op : kernel.ops) kernels.emplace(op, &kernel);
  }
  // A fused op that became part of another's step: its members stand there.
  const GraphRecordPtr graph = record.final_graph();
  if (!graph) return kernels;
  for (const OpRecord& member : graph->ops) {
    const auto found = kernels.find(member.id);
    if (member.kernel != 0 && member.id != member.kernel && found != kernels.end())
      kernels.emplace(member.kernel, found->second);
  }
  return kernels;
}

}  // namespace ng
