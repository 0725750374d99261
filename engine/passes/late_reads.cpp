// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/late_reads.h"

#include <unordered_set>
#include <vector>

#include "engine/graph/op_def.h"

namespace ng {
namespace {

using Nodes = std::unordered_set<const Node*>;

// The ops below `top` that were not met before. Without recursion: graphs are deep.
std::vector<const Node*> newly_met(const Node* top, Nodes& met) {
  std::vector<const Node*> found;
  if (met.insert(top).second) found.push_back(top);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Value& operand : found[i]->operands)
      if (met.insert(operand.node.get()).second) found.push_back(operand.node.get());
  return found;
}

// The target of an effect is not read.
bool reads(const Node& node, const Nodes& written) {
  if (node.def->traits.is_sequencing()) return false;
  for (std::size_t i = node.def->traits.is_effect() ? 1 : 0; i < node.operands.size(); ++i)
    if (written.contains(node.operands[i].node.get())) return true;
  return false;
}

std::vector<const Node*> late_reads_of(const Node& sequence) {
  std::vector<const Node*> late;
  Nodes met, written;
  for (const Value& member : sequence.operands) {
    const std::vector<const Node*> found = newly_met(member.node.get(), met);
    for (const Node* node : found)
      if (reads(*node, written)) late.push_back(node);
    for (const Node* node : found)
      if (node->def->traits.is_effect()) written.insert(node->operands[0].node.get());
  }
  return late;
}

}  // namespace

std::unordered_map<const Node*, std::size_t> late_reads(std::span<const Value> members) {
  std::unordered_map<const Node*, std::size_t> all;
  Nodes met;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].node->def->traits.kind == OpKind::doall) continue;
    for (const Node* node : newly_met(members[i].node.get(), met)) {
      if (node->def->traits.kind != OpKind::sequential) continue;
      for (const Node* late : late_reads_of(*node)) all.emplace(late, i);
    }
  }
  return all;
}

}  // namespace ng
