// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include <cstdint>
#include <unordered_set>
#include <utility>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

// Numbers nodes in the order of first visit. Every pass visits all nodes several times; this table
// takes a third of the time of a std::unordered_map.
class NodeNumbers {
 public:
  // The node's number, and whether this is the first visit.
  std::pair<std::size_t, bool> number(const Node* node) {
    if (2 * count_ >= slots_.size()) grow();
    Slot& slot = slot_of(node);
    if (slot.node) return {slot.number, false};
    slot = {node, count_};
    return {count_++, true};
  }

 private:
  struct Slot {
    const Node* node = nullptr;
    std::size_t number = 0;
  };

  Slot& slot_of(const Node* node) {
    const auto address = reinterpret_cast<std::uintptr_t>(node);
    std::size_t at = (address * 0x9E3779B97F4A7C15ull) >> shift_;
    while (slots_[at].node && slots_[at].node != node) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }

  void grow() {
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    --shift_;
    for (const Slot& slot : before) {
      if (slot.node) slot_of(slot.node) = slot;
    }
  }

  int shift_ = 64 - 6;  // maps a 64-bit product to an index in `slots_`
  std::vector<Slot> slots_ = std::vector<Slot>(1 << 6);
  std::size_t count_ = 0;
};

// A node being visited and the index of its next operand.
struct Visit {
  const NodePtr* node;  // points into roots or operands
  std::size_t number, next;
};

[[noreturn]] void refuse_cycle(const std::vector<Visit>& stack, const Node* again) {
  Diagnostic diagnostic;
  diagnostic.what = "the graph has a cycle";
  bool inside = false;
  for (const Visit& visit : stack) {
    const Node& node = **visit.node;
    inside |= &node == again;
    if (!inside) continue;
    diagnostic.where += (diagnostic.where.empty() ? "" : " -> ") + describe(node);
    diagnostic.ops.push_back(node.id);
  }
  diagnostic.expected = "an op may depend only on ops created before it";
  refuse(ErrorKind::value, std::move(diagnostic));
}

}  // namespace

std::vector<Value> roots(const Graph& graph) {
  std::vector<Value> all;
  auto append = [&all](const Value& value) {
    if (value) all.push_back(value);
  };
  for (const Value& value : graph.results) append(value);
  for (const StateWrite& write : graph.writes) append(write.value);
  for (const Value& value : graph.kept) append(value);
  for (const Value& value : graph.unused) append(value);
  return all;
}

std::vector<NodePtr> ordered_nodes(std::span<const Value> roots) {
  std::vector<NodePtr> order;
  NodeNumbers numbers;
  std::vector<char> open;  // by number: is on the stack
  std::vector<Visit> stack;
  const auto enter = [&](const NodePtr& node) {
    const auto [number, fresh] = numbers.number(node.get());
    if (!fresh && open[number]) refuse_cycle(stack, node.get());
    if (!fresh) return;
    open.push_back(1);
    stack.push_back({&node, number, 0});
  };
  for (const Value& root : roots) {
    if (root) enter(root.node);
    while (!stack.empty()) {
      poll_cancellation();
      Visit& visit = stack.back();
      const NodePtr& node = *visit.node;
      if (visit.next < node->operands.size()) {
        enter(node->operands[visit.next++].node);
        continue;
      }
      open[visit.number] = 0;
      order.push_back(node);
      stack.pop_back();
    }
  }
  return order;
}

std::vector<NodePtr> ordered_nodes(const Graph& graph) {
  std::vector<Value> all = roots(graph);
  for (const StateWrite& write : graph.writes) all.push_back(write.variable);
  for (const NodePtr& parameter : graph.parameters) all.push_back(Value{parameter, 0});
  return ordered_nodes(all);
}

NodePtr loop_around(std::span<const Value> roots, OpId op) {
  for (const NodePtr& node : ordered_nodes(roots)) {
    if (!node->loop) continue;
    std::vector<Value> inside;
    for (const Value& result : node->loop->results) {
      if (result) inside.push_back(result);
    }
    if (NodePtr inner = loop_around(inside, op)) return inner;
    for (const NodePtr& parameter : node->loop->parameters) inside.push_back({parameter, 0});
    for (const NodePtr& each : ordered_nodes(inside)) {
      if (each->id == op) return node;
    }
  }
  return nullptr;
}

std::unordered_map<const Node*, std::vector<const Node*>> users_of(const Graph& graph) {
  std::unordered_map<const Node*, std::vector<const Node*>> users;
  for (const NodePtr& node : ordered_nodes(graph)) {
    for (const Value& operand : node->operands) {
      auto& list = users[operand.node.get()];
      if (list.empty() || list.back() != node.get()) list.push_back(node.get());
    }
  }
  return users;
}

ReadValues read_values(const Graph& graph) {
  ReadValues read;
  for (const Value& root : roots(graph)) read.insert({root.node.get(), root.result});
  for (const NodePtr& node : ordered_nodes(graph)) {
    for (const Value& operand : node->operands) read.insert({operand.node.get(), operand.result});
  }
  return read;
}

std::vector<std::string> verify(const Graph& graph) {
  std::vector<std::string> faults;
  std::unordered_set<const Node*> seen;
  std::unordered_map<OpId, const Node*> ids;
  for (const NodePtr& node : ordered_nodes(graph)) {
    poll_cancellation();
    for (const Value& operand : node->operands) {
      if (!seen.count(operand.node.get()))
        faults.push_back(describe(*node) + ": used before its definition");
      const bool sequencing = node->def->traits.is_sequencing();
      if (!operand.has_type() && !sequencing) {
        faults.push_back(describe(*node) + ": operand without a value: " + describe(operand));
      }
    }
    seen.insert(node.get());
    if (!ids.emplace(node->id, node.get()).second) {
      faults.push_back("two ops have the id " + std::to_string(node->id) + ": " + describe(*node) +
                       " and " + describe(*ids[node->id]));
    }
    if (node->body || node->loop) continue;
    const auto again = node->def->infer(node->operands, node->attributes);
    if (again.size() != node->results.size()) {
      faults.push_back(describe(*node) + ": wrong number of results");
      continue;
    }
    for (std::size_t i = 0; i < again.size(); ++i) {
      if (!(again[i].axes == node->results[i].axes) || again[i].dtype != node->results[i].dtype) {
        faults.push_back(describe(*node) + ": type differs from infer");
      }
    }
  }
  for (const StateWrite& write : graph.writes) {
    if (!write.variable.axes().is_equal_set(write.value.axes()) ||
        !(write.variable.axes() == write.value.axes())) {
      faults.push_back("the value written to " + describe(write.variable) +
                       " has other axes: " + describe(write.value));
    }
  }
  return faults;
}

}  // namespace ng
