// SPDX-License-Identifier: Apache-2.0
// Look-ups in records.
#include "engine/session/record.h"

#include <algorithm>
#include <mutex>

namespace ng {

// The index is made on first use; records are shared between threads, hence the lock.
const OpRecord* GraphRecord::find(OpKey id) const {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (index_.size() != ops.size()) {
    index_.clear();
    for (std::size_t i = 0; i < ops.size(); ++i) index_.emplace(ops[i].id, i);
  }
  const auto found = index_.find(id);
  return found == index_.end() ? nullptr : &ops[found->second];
}

const KernelRecord* CompilationRecord::kernel(const std::string& name) const {
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const KernelRecord& k) { return k.name == name; });
  return found == kernels.end() ? nullptr : &*found;
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
