// SPDX-License-Identifier: Apache-2.0
// Resolves the operands of a graph record.
#include "views/layout/graph_links.h"

#include <algorithm>

#include "engine/records/graph_record.h"

namespace ng::views {
namespace {

using Owners = std::unordered_map<OpId, OpId>;  // fused op of each body op

Owners ownersIn(const GraphRecord& graph) {
  Owners owners;
  for (const OpRecord& op : graph.ops)
    if (op.kernel != 0 && op.kernel != op.id) owners[op.id] = op.kernel;
  return owners;
}

OpId ownerOf(const Owners& owners, OpId op) {
  const auto it = owners.find(op);
  return it == owners.end() ? 0 : it->second;
}

// Ops that are read outside the body into which they are fused later.
std::unordered_set<OpId> readOutside(const GraphRecord& before, const Owners& owners) {
  std::unordered_set<OpId> read(before.results.begin(), before.results.end());
  for (const OpRecord& op : before.ops)
    for (const OperandRecord& operand : op.operands)
      if (ownerOf(owners, operand.op) != ownerOf(owners, op.id)) read.insert(operand.op);
  return read;
}

// The results of bodies without a graph from before the fusion: ops that no op in the same body
// reads.
std::unordered_set<OpId> endsOfBodies(const GraphRecord& graph, const Owners& owners) {
  std::unordered_set<OpId> ends;
  for (const auto& [op, owner] : owners) ends.insert(op);
  for (const OpRecord& op : graph.ops)
    for (const OperandRecord& operand : op.operands)
      if (ownerOf(owners, op.id) != 0 && ownerOf(owners, operand.op) == ownerOf(owners, op.id))
        ends.erase(operand.op);
  return ends;
}

}  // namespace

std::vector<GraphRecordPtr> differentGraphs(const std::vector<GraphRecordPtr>& graphs) {
  std::vector<GraphRecordPtr> result;
  for (const GraphRecordPtr& graph : graphs)
    if (graph && (result.empty() || result.back() != graph)) result.push_back(graph);
  return result;
}

FusedResults fusedResults(const std::vector<GraphRecordPtr>& graphs) {
  FusedResults result;
  const GraphRecord* before = nullptr;
  for (const GraphRecordPtr& graph : graphs) {
    if (!graph || graph.get() == before) continue;
    const Owners owners = ownersIn(*graph);
    FusedResults fresh;
    std::unordered_set<OpId> outside;
    if (!owners.empty())
      outside = before ? readOutside(*before, owners) : endsOfBodies(*graph, owners);
    for (const OpRecord& op : graph->ops) {
      const OpId owner = ownerOf(owners, op.id);
      if (owner != 0 && !result.count(owner) && outside.count(op.id)) fresh[owner].push_back(op.id);
    }
    result.merge(fresh);
    before = graph.get();
  }
  return result;
}

bool isHull(const OpRecord& op) {
  return !op.kernel_name.empty() && (op.kernel == 0 || op.kernel == op.id);
}

std::vector<Link> links(const GraphRecord& graph, const FusedResults& fused) {
  std::unordered_map<OpId, OpId> lastOfBody;  // by hull
  OpTable<char> present(graph, 0);
  for (const OpRecord& op : graph.ops) {
    present.set(op.id, 1);
    if (op.kernel != 0 && op.kernel != op.id) lastOfBody[op.kernel] = op.id;
  }
  std::vector<Link> result;
  for (const OpRecord& op : graph.ops) {
    if (!lastOfBody.empty() && lastOfBody.count(op.id)) continue;
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const OperandRecord& operand = op.operands[i];
      OpId from = operand.op;
      if (const auto hull = lastOfBody.empty() ? lastOfBody.end() : lastOfBody.find(from);
          hull != lastOfBody.end()) {
        const auto known = fused.find(from);
        const std::size_t which = static_cast<std::size_t>(std::max(operand.result, 0));
        from = known != fused.end() && which < known->second.size() ? known->second[which]
                                                                    : hull->second;
      }
      if (from != op.id && present.of(from))
        result.push_back({from, op.id, static_cast<int>(i), operand.result});
    }
  }
  return result;
}

}  // namespace ng::views
