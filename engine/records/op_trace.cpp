// SPDX-License-Identifier: Apache-2.0
// Follows ops between the graphs of a compilation, by id and origins.
#include "engine/records/op_trace.h"

#include <algorithm>
#include <unordered_map>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

bool holds(const std::vector<OpId>& ops, OpId op) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

// The same op with the same operands; random values and stored state never compare equal.
bool sameValue(const OpRecord& a, const OpRecord& b) {
  if (a.op != b.op || a.operands.empty() || a.operands.size() != b.operands.size()) return false;
  if (a.family == Family::effect || a.family == Family::state || a.family == Family::random)
    return false;
  for (std::size_t i = 0; i < a.operands.size(); ++i)
    if (a.operands[i].op != b.operands[i].op || a.operands[i].result != b.operands[i].result)
      return false;
  return a.attributes == b.attributes;
}

}  // namespace

const PassRecord* removed_by(const CompilationRecord& compilation, OpId op) {
  for (std::size_t i = compilation.passes.size(); i-- > 0;) {
    const PassRecord& pass = compilation.passes[i];
    if (pass.after && pass.after->find(op)) return nullptr;
    if (holds(pass.removed, op)) return &pass;
  }
  return nullptr;
}

std::vector<const OpRecord*> survivors(const CompilationRecord& compilation, OpId op) {
  const GraphRecordPtr graph = compilation.final_graph();
  if (!graph) return {};
  if (const OpRecord* self = graph->find(op)) return {self};
  std::vector<const OpRecord*> found;
  for (const OpRecord& record : graph->ops) {
    const bool kernel = record.traits.kind == OpKind::kernel;
    if (!kernel && holds(record.origins, op)) found.push_back(&record);
  }
  const PassRecord* pass = found.empty() ? removed_by(compilation, op) : nullptr;
  const OpRecord* gone = pass ? pass->before->find(op) : nullptr;
  for (const OpRecord& record : graph->ops)
    if (gone && sameValue(*gone, record)) return {&record};
  return found;
}

std::vector<OpId> computed_by(const CompilationRecord& compilation, const GraphRecord& graph,
                              const std::vector<OpId>& ops) {
  const GraphRecordPtr last = compilation.final_graph();
  std::unordered_multimap<OpId, const OpRecord*> readers;  // by first operand
  for (const OpId op : ops)
    if (const OpRecord* record = last ? last->find(op) : nullptr;
        record && !record->operands.empty())
      readers.emplace(record->operands.front().op, record);
  std::vector<OpId> found;
  for (const OpRecord& op : graph.ops) {
    if (readers.empty() || op.operands.empty() || last->find(op.id)) continue;
    const auto [from, to] = readers.equal_range(op.operands.front().op);
    if (std::any_of(from, to, [&op](const auto& each) { return sameValue(op, *each.second); }))
      found.push_back(op.id);
  }
  return found;
}

std::vector<std::pair<OpId, OpId>> replaced(const CompilationRecord& compilation) {
  std::vector<std::pair<OpId, OpId>> found;
  const GraphRecordPtr last = compilation.final_graph();
  if (!last) return found;
  std::unordered_multimap<std::size_t, const OpRecord*> readers;
  const auto alike = [](const OpRecord& op) {
    return std::hash<std::string>()(op.op) ^ std::hash<OpId>()(op.operands.front().op);
  };
  for (const OpRecord& op : last->ops) {
    if (!op.operands.empty()) readers.emplace(alike(op), &op);
    if (op.traits.kind == OpKind::kernel) continue;
    for (const OpId origin : op.origins)
      if (!last->find(origin)) found.emplace_back(origin, op.id);
  }
  for (const PassRecord& pass : compilation.passes)
    for (const OpId removed : pass.removed) {
      const OpRecord* gone = pass.before ? pass.before->find(removed) : nullptr;
      if (!gone || gone->operands.empty() || last->find(removed)) continue;
      const auto [from, to] = readers.equal_range(alike(*gone));
      for (auto each = from; each != to; ++each)
        if (sameValue(*gone, *each->second)) found.emplace_back(removed, each->second->id);
    }
  return found;
}

OpId shown_as(const CompilationRecord& compilation, const GraphRecord& graph, OpId op) {
  const GraphRecordPtr last = compilation.final_graph();
  const OpRecord* record = last ? last->find(op) : nullptr;
  if (graph.find(op) || !record) return op;
  for (const OpId origin : record->origins) {
    if (graph.find(origin)) return origin;
  }
  return op;
}

}  // namespace ng
