// SPDX-License-Identifier: Apache-2.0
// The way between the graphs of a compilation, by ids and origins.
#include "views/widgets/op_trace.h"

#include <algorithm>

namespace ng::views {
namespace {

bool holds(const std::vector<OpKey>& ops, OpKey op) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

}  // namespace

int removedBy(const CompilationRecord& compilation, OpKey op) {
  for (std::size_t i = compilation.passes.size(); i-- > 0;) {
    if (compilation.passes[i].after && compilation.passes[i].after->find(op)) return -1;
    if (holds(compilation.passes[i].removed, op)) return static_cast<int>(i);
  }
  return -1;
}

std::vector<const OpRecord*> survivors(const CompilationRecord& compilation, OpKey op) {
  const GraphRecordPtr graph = compilation.final_graph();
  if (!graph) return {};
  if (const OpRecord* self = graph->find(op)) return {self};
  std::vector<const OpRecord*> found;
  for (const OpRecord& record : graph->ops) {
    const bool kernel = record.op == "fused";
    if (!kernel && holds(record.origins, op)) found.push_back(&record);
  }
  return found;
}

OpKey shownAs(const CompilationRecord& compilation, const GraphRecord& graph, OpKey op) {
  const GraphRecordPtr last = compilation.final_graph();
  const OpRecord* record = last ? last->find(op) : nullptr;
  if (graph.find(op) || !record) return op;
  for (const OpKey origin : record->origins) {
    if (graph.find(origin)) return origin;
  }
  return op;
}

}  // namespace ng::views
