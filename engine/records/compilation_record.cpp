// SPDX-License-Identifier: Apache-2.0
#include "engine/records/compilation_record.h"

#include <unordered_map>

#include "engine/records/graph_record.h"
#include "engine/records/op_trace.h"

namespace ng {

const KernelRecord* CompilationRecord::kernel(const std::string& name) const {
  return kernel_rows_.find(kernels, name, &KernelRecord::name);
}

const KernelRecord* CompilationRecord::kernel_of(OpId op) const {
  const auto own = [this](OpId wanted) {
    return kernels_of_ops_.find(kernels, wanted, [this](const auto& add) {
      std::unordered_map<OpId, std::size_t> of;
      for (std::size_t i = 0; i < kernels.size(); ++i) {
        add(kernels[i].id, i);
        for (const OpId each : kernels[i].ops) add(each, i), of.emplace(each, i);
      }
      // An op that a pass replaced maps to the kernel of its replacement.
      for (const auto& [gone, instead] : replaced(*this))
        if (const auto kernel = of.find(instead); kernel != of.end()) add(gone, kernel->second);
    });
  };
  if (const KernelRecord* found = own(op)) return found;
  const GraphRecordPtr graph = final_graph();
  if (!graph || op == 0) return nullptr;
  const OpRecord* member = members_of_fused_.find(graph->ops, op, [&](const auto& add) {
    for (std::size_t i = 0; i < graph->ops.size(); ++i) {
      const OpRecord& each = graph->ops[i];
      if (each.kernel != 0 && each.kernel != each.id && own(each.id)) add(each.kernel, i);
    }
  });
  return member ? own(member->id) : nullptr;
}

const BufferRecord* CompilationRecord::buffer_of(OpId op) const {
  return buffers_of_ops_.find(buffers, op, [this](const auto& add) {
    for (std::size_t i = 0; i < buffers.size(); ++i)
      for (const OpId value : buffers[i].values) add(value, i);
  });
}

}  // namespace ng
