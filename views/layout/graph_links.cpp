// SPDX-License-Identifier: Apache-2.0
// Resolving the operands of a graph record.
#include "views/layout/graph_links.h"

#include <unordered_map>
#include <unordered_set>

namespace ng::views {
namespace {

struct Body {
  std::vector<OpKey> ops;
  std::vector<OpKey> ends;  // read by no other op of the body, in order: the results
};

std::unordered_map<OpKey, Body> bodies(const GraphRecord& graph) {
  std::unordered_map<OpKey, Body> result;
  std::unordered_map<OpKey, OpKey> owner;
  for (const OpRecord& op : graph.ops) {
    if (op.kernel == 0 || op.kernel == op.id) continue;
    result[op.kernel].ops.push_back(op.id);
    owner[op.id] = op.kernel;
  }
  std::unordered_set<OpKey> inner;
  for (const OpRecord& op : graph.ops)
    for (const OperandRecord& operand : op.operands) {
      const auto it = owner.find(operand.op);
      if (it != owner.end() && op.kernel == it->second) inner.insert(operand.op);
    }
  for (auto& [kernel, body] : result)
    for (const OpKey op : body.ops)
      if (!inner.count(op)) body.ends.push_back(op);
  return result;
}

}  // namespace

bool isHull(const GraphRecord& graph, const OpRecord& op) {
  const std::size_t next = static_cast<std::size_t>(&op - graph.ops.data()) + 1;
  return next < graph.ops.size() && graph.ops[next].kernel == op.id;
}

std::vector<Link> links(const GraphRecord& graph) {
  const auto fused = bodies(graph);
  std::unordered_set<OpKey> present;
  for (const OpRecord& op : graph.ops) present.insert(op.id);
  std::vector<Link> result;
  for (const OpRecord& op : graph.ops) {
    if (fused.count(op.id)) continue;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const OperandRecord& operand = op.operands[i];
      OpKey from = operand.op;
      if (const auto it = fused.find(from); it != fused.end()) {
        const auto& ends = it->second.ends;
        const std::size_t which = static_cast<std::size_t>(operand.result);
        from = which < ends.size() ? ends[which] : it->second.ops.back();
      }
      if (from == op.id || !present.count(from)) continue;
      result.push_back({from, op.id, static_cast<int>(i), operand.result});
    }
  }
  return result;
}

}  // namespace ng::views
