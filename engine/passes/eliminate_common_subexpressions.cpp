// SPDX-License-Identifier: Apache-2.0
// Common subexpression elimination (CSE). Keeps ops created by the user over ops made by passes.
#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_map>

#include "engine/graph/op_def.h"
#include "engine/passes/pass_devices.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

// Equivalence classes of ops (value numbering): same computation on operands of the same classes,
// on the same device.
class Classes {
 public:
  Classes(const std::vector<NodePtr>& order, std::optional<OpDevices> devices)
      : devices_(std::move(devices)) {
    for (const NodePtr& node : order) place(node);
  }

  // The op that represents the class: the first one created by the user, else the first.
  const NodePtr& chosen(const NodePtr& node) const {
    return chosen_[static_cast<std::size_t>(class_of_.at(node.get()))];
  }

 private:
  using Key = std::vector<std::pair<int, int>>;  // class and result of each operand

  void place(const NodePtr& node) {
    Key key;
    for (const Value& operand : node->operands) {
      key.emplace_back(class_of_.at(operand.node.get()), operand.result);
    }
    if (node->def->traits.commutative) std::sort(key.begin(), key.end());
    const std::size_t hash = mergeable(*node) ? hash_of(*node, key) : 0;
    if (mergeable(*node)) {
      const auto [begin, end] = by_hash_.equal_range(hash);
      for (auto at = begin; at != end; ++at) {
        if (!same(*members_[static_cast<std::size_t>(at->second)], *node, key)) continue;
        class_of_[node.get()] = at->second;
        NodePtr& chosen = chosen_[static_cast<std::size_t>(at->second)];
        if (!chosen->label && node->label) chosen = node;
        return;
      }
      by_hash_.emplace(hash, static_cast<int>(members_.size()));
    }
    class_of_[node.get()] = static_cast<int>(members_.size());
    members_.push_back(node);
    chosen_.push_back(node);
    keys_.push_back(std::move(key));
  }

  static bool mergeable(const Node& node) {
    const Traits& traits = node.def->traits;
    const bool constant = traits.is_source() && node.attributes.has("value");
    if (node.body || node.loop || node.results.size() != 1 || node.def->family == Family::effect)
      return false;
    return constant || (!traits.is_source() && !traits.is_effect() && !traits.is_sequencing());
  }

  static std::size_t hash_of(const Node& node, const Key& key) {
    std::size_t seed = std::hash<const void*>{}(node.def) ^ node.attributes.hash();
    for (const auto& [of, result] : key) {
      seed = seed * 1000003 + static_cast<std::size_t>(of * 8 + result);
    }
    return seed;
  }

  bool same(const Node& a, const Node& b, const Key& key_of_b) const {
    return a.def == b.def && a.attributes == b.attributes &&
           keys_[static_cast<std::size_t>(class_of_.at(&a))] == key_of_b &&
           same_type(a.results[0], b.results[0]) && same_device(a, b);
  }

  // Ops that read constants only may be equal on several devices.
  bool same_device(const Node& a, const Node& b) const {
    return !devices_ || devices_->of(a) == devices_->of(b);
  }

  // Axes compare by name only, so lengths must be compared too: the axis of a slice may be shorter.
  static bool same_type(const TensorType& a, const TensorType& b) {
    if (!(a.axes == b.axes) || a.dtype != b.dtype) return false;
    for (std::size_t i = 0; i < a.axes.size(); ++i) {
      if (a.axes[i].known_length() != b.axes[i].known_length()) return false;
    }
    return true;
  }

  const std::optional<OpDevices> devices_;  // of a program on several devices
  std::unordered_map<const Node*, int> class_of_;
  std::unordered_multimap<std::size_t, int> by_hash_;
  std::vector<NodePtr> members_, chosen_;  // per class: the first op, and the representative
  std::vector<Key> keys_;                  // per class
};

Graph run(const Graph& graph, PassContext& context) {
  const std::vector<NodePtr> order = ordered_nodes(graph);
  const Classes classes(order, devices_of_ops(graph, context));
  Rebuilder rebuilder;
  for (const NodePtr& node : order) {
    const auto start = std::chrono::steady_clock::now();
    const NodePtr& stays = classes.chosen(node);
    if (!rebuilder.knows(stays)) {
      // The chosen op's operands may not be rebuilt, but the equivalent operands of `node` are.
      std::vector<Value> operands = stays->operands;
      for (Value& operand : operands) {
        const NodePtr& chosen = classes.chosen(operand.node);
        operand = rebuilder.rebuilt(Value{chosen, operand.result});
      }
      const bool changed = operands != stays->operands;
      rebuilder.set(stays, Value{changed ? with_operands(stays, operands) : stays, 0});
    }
    rebuilder.set(node, rebuilder.rebuilt(Value{stays, 0}));
    if (stays == node) continue;
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    context.rewrites.push_back(
        {"eliminate_common_subexpressions", {node->id}, {stays->id}, spent.count()});
  }
  return rebuilder.rebuilt(graph);
}

}  // namespace

const Pass eliminate_common_subexpressions = {
    .name = "eliminate_common_subexpressions",
    .sentence = "two ops with the same operands and attributes -> one",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "after simplify, which brings equal ops into one form",
    .run = run,
    .formerly = "merge_equal_ops",
};

}  // namespace ng
