// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/schedule.h"

#include <unordered_map>
#include <unordered_set>

namespace ng {

std::vector<NodePtr> scheduled_nodes(const Graph& graph) {
  const std::vector<NodePtr> order = ordered_nodes(graph);
  std::unordered_set<const Node*> late;
  for (const StateWrite& write : graph.writes) late.insert(write.value.node.get());
  std::unordered_map<const Node*, bool> needed_soon;
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const bool soon = needed_soon[at->get()] || !late.count(at->get());
    if (!soon) continue;
    for (const Value& operand : (*at)->operands) needed_soon[operand.node.get()] = true;
  }
  std::vector<NodePtr> early, rest;
  for (const NodePtr& node : order) {
    const bool waits = late.count(node.get()) && !needed_soon[node.get()];
    (waits ? rest : early).push_back(node);
  }
  early.insert(early.end(), rest.begin(), rest.end());
  return early;
}

}  // namespace ng
