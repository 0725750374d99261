// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include <unordered_set>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

enum class Mark : char { open, done };

[[noreturn]] void refuse_cycle(const std::vector<const NodePtr*>& stack, const Node* again) {
  Diagnostic diagnostic;
  diagnostic.what = "the graph has a cycle";
  bool inside = false;
  for (const NodePtr* at : stack) {
    const Node& node = **at;
    inside |= &node == again;
    if (!inside) continue;
    diagnostic.where += (diagnostic.where.empty() ? "" : " -> ") + describe(node);
    diagnostic.ops.push_back(node.id);
  }
  diagnostic.expected = "an op may depend only on ops made before it";
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
  std::unordered_map<const Node*, Mark> marks;
  std::vector<const NodePtr*> stack;  // in `roots` and in operands
  std::vector<std::size_t> next;
  for (const Value& root : roots) {
    if (!root || marks.count(root.node.get())) continue;
    stack.push_back(&root.node);
    next.push_back(0);
    marks[root.node.get()] = Mark::open;
    while (!stack.empty()) {
      const NodePtr& node = *stack.back();
      if (next.back() == node->operands.size()) {
        marks[node.get()] = Mark::done;
        order.push_back(node);
        stack.pop_back();
        next.pop_back();
        continue;
      }
      const NodePtr& operand = node->operands[next.back()++].node;
      auto [at, fresh] = marks.try_emplace(operand.get(), Mark::open);
      if (fresh) {
        stack.push_back(&operand);
        next.push_back(0);
      } else if (at->second == Mark::open) {
        refuse_cycle(stack, operand.get());
      }
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

std::vector<std::string> verify(const Graph& graph) {
  std::vector<std::string> faults;
  std::unordered_set<const Node*> seen;
  std::unordered_map<OpId, const Node*> ids;
  for (const NodePtr& node : ordered_nodes(graph)) {
    for (const Value& operand : node->operands) {
      if (!seen.count(operand.node.get())) faults.push_back(describe(*node) + ": used before made");
      const bool sequencing = node->def->traits.sequencing;
      if (!operand.has_type() && !sequencing) {
        faults.push_back(describe(*node) + ": its operand has no value: " + describe(operand));
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
        faults.push_back(describe(*node) + ": its type is not what infer gives");
      }
    }
  }
  for (const StateWrite& write : graph.writes) {
    if (!write.variable.axes().is_equal_set(write.value.axes()) ||
        !(write.variable.axes() == write.value.axes())) {
      faults.push_back("the value written to " + describe(write.variable) + " has other axes: " +
                       describe(write.value));
    }
  }
  return faults;
}

}  // namespace ng
