// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/schedule.h"

#include <unordered_map>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/ops/collective/collective.h"
#include "engine/runtime/ranks/collective_step.h"

namespace ng {
namespace {

// Of a variable, or of a view of it. Transfers between stages stay in their place: others wait.
bool gathers_state(const Node& node) {
  const auto exchange = collective_step_of(node, DType::f32);
  if (!exchange || node.operands.empty() || exchange->kind == CollectiveKind::send ||
      exchange->kind == CollectiveKind::receive)
    return false;
  const Node* from = node.operands[0].node.get();
  while (from->def->traits.view != ViewKind::none && from->operands.size() == 1)
    from = from->operands[0].node.get();
  return from->def->traits.is_state();
}

std::vector<NodePtr> with_late_gathers(const std::vector<NodePtr>& order) {
  std::vector<NodePtr> all;
  std::unordered_set<const Node*> waiting;
  const auto place = [&](const NodePtr& node) {
    for (const Value& operand : node->operands)
      if (waiting.erase(operand.node.get())) all.push_back(operand.node);
    all.push_back(node);
  };
  for (const NodePtr& node : order) {
    if (gathers_state(*node))
      waiting.insert(node.get());
    else
      place(node);
  }
  for (const NodePtr& node : order)
    if (waiting.count(node.get())) all.push_back(node);
  return all;
}

}  // namespace

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
  return with_late_gathers(early);
}

}  // namespace ng
