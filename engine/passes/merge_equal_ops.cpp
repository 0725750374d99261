// SPDX-License-Identifier: Apache-2.0
// two ops with the same operands and attributes -> one
#include <algorithm>
#include <unordered_map>

#include "engine/graph/op_def.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

std::size_t hash_of(const Node& node) {
  std::size_t seed = std::hash<const void*>{}(node.def) ^ node.attributes.hash();
  for (const Value& operand : node.operands) {
    const std::size_t one = std::hash<const void*>{}(operand.node.get()) +
                            static_cast<std::size_t>(operand.result);
    // A commutative op's operands hash alike in either order.
    seed = node.def->traits.commutative ? seed + one * 31 : seed * 1000003 + one;
  }
  return seed;
}

bool equal(const Node& a, const Node& b) {
  if (a.def != b.def || a.body || b.body || !(a.attributes == b.attributes)) return false;
  if (a.results.size() != 1 || b.results.size() != 1) return false;
  if (!(a.results[0].axes == b.results[0].axes) || a.results[0].dtype != b.results[0].dtype) {
    return false;
  }
  if (a.operands == b.operands) return true;
  return a.def->traits.commutative && a.operands.size() == 2 && a.operands[0] == b.operands[1] &&
         a.operands[1] == b.operands[0];
}

bool mergeable(const Node& node) {
  const Traits& traits = node.def->traits;
  const bool constant = traits.source && node.attributes.has("value");
  return constant || (!traits.source && !traits.effect && !traits.sequencing);
}

Graph run(const Graph& graph, PassContext& context) {
  Rebuilder rebuilder;
  std::unordered_multimap<std::size_t, NodePtr> seen;
  for (const NodePtr& node : ordered_nodes(graph)) {
    const NodePtr current = rebuilder.rebuilt_operands(node);
    NodePtr first = current;
    if (mergeable(*current)) {
      const std::size_t hash = hash_of(*current);
      const auto [begin, end] = seen.equal_range(hash);
      const auto same = std::find_if(begin, end, [&current](const auto& entry) {
        return equal(*entry.second, *current);
      });
      if (same == end) {
        seen.emplace(hash, current);
      } else {
        first = same->second;
        context.rewrites.push_back({"merge_equal_ops", {current->id}, {}, 0});
      }
    }
    rebuilder.set(node, Value{first, 0});
  }
  return rebuilder.rebuilt(graph);
}

}  // namespace

const Pass merge_equal_ops = {
    .name = "merge_equal_ops",
    .sentence = "two ops with the same operands and attributes -> one",
    .phase = "graph",
    .condition = "",
    .reason = "after simplify, when equal things look equal",
    .run = run,
};

}  // namespace ng
