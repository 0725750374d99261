// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sequenced_reads.h"

#include <map>
#include <unordered_set>

#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/sequencing.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

// The sequences that derivatives pass through, inner ones first.
std::vector<NodePtr> differentiated_sequences(const Graph& graph) {
  std::vector<Value> differentiated;
  for (const NodePtr& node : ordered_nodes(graph))
    if (node->def->traits.kind == OpKind::derivative) differentiated.push_back(node->operands[0]);
  std::vector<NodePtr> found;
  for (const NodePtr& node : ordered_nodes(differentiated))
    if (node->def->traits.kind == OpKind::sequential) found.push_back(node);
  return found;
}

class Reads {
 public:
  explicit Reads(const std::vector<NodePtr>& sequences) {
    for (const NodePtr& sequence : sequences) collect(*sequence);
  }
  bool any() const { return !effects_.empty(); }

  Graph rebuilt(const Graph& graph) {
    for (const Value& root : roots(graph)) visit(root);
    return rebuilder_.rebuilt(graph);
  }

 private:
  // The effects of a sequence before the op, in order, by the variable that the op reads.
  using Effects = std::map<const Node*, std::vector<Value>>;

  // An op that occurs before an effect, too, is computed there.
  void collect(const Node& sequence) {
    std::unordered_set<const Node*> seen, written;
    std::vector<Value> before;
    for (const Value& member : sequence.operands) {
      std::vector<const Node*> writes;
      for (const NodePtr& node : ordered_nodes({member})) {
        if (!seen.insert(node.get()).second) continue;
        if (node->def->traits.is_effect()) {
          writes.push_back(node->operands[0].node.get());
        } else if (!node->def->traits.is_sequencing()) {
          for (const Value& operand : node->operands)
            if (written.contains(operand.node.get()))
              effects_[node.get()].emplace(operand.node.get(), before);
        }
      }
      if (!writes.empty()) before.push_back(member);
      written.insert(writes.begin(), writes.end());
    }
  }

  void visit(const Value& value) {
    for_each_unknown(value, rebuilder_, [this](const NodePtr& node) {
      rebuilder_.set(node, Value{rebuilt(node), 0});
    });
  }

  NodePtr rebuilt(const NodePtr& node) {
    const NodePtr current = rebuilder_.rebuilt_operands(node);
    const auto found = effects_.find(node.get());
    if (found == effects_.end()) return current;
    Creation creation("sequenced_reads", node->origins);
    std::vector<Value> operands = current->operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto effects = found->second.find(node->operands[i].node.get());
      if (effects != found->second.end()) operands[i] = read_after(effects->second, operands[i]);
    }
    return with_operands(current, std::move(operands));
  }

  // One op for all that read a variable between the same effects.
  Value read_after(const std::vector<Value>& effects, const Value& variable) {
    Value& read = reads_[{effects.back().node.get(), variable.node.get()}];
    if (read) return read;
    std::vector<Op> members;
    for (const Value& effect : effects) {
      visit(effect);
      members.emplace_back(rebuilder_.rebuilt(effect));
    }
    members.push_back(value_of(Op(variable), variable.dtype()));
    return read = sequential(members).value();
  }

  std::map<const Node*, Effects> effects_;  // by the op that reads
  std::map<std::pair<const Node*, const Node*>, Value> reads_;
  Rebuilder rebuilder_;
};

}  // namespace

Graph with_sequenced_reads(const Graph& graph) {
  Reads reads(differentiated_sequences(graph));
  return reads.any() ? reads.rebuilt(graph) : graph;
}

}  // namespace ng
