// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include <algorithm>
#include <utility>

#include "engine/base/cancellation.h"
#include "engine/base/error.h"
#include "engine/graph/node_numbers.h"
#include "engine/graph/op_def.h"

namespace ng {
namespace {

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

namespace {

void add_shared_ids(const std::vector<NodePtr>& order, std::vector<std::string>& faults) {
  std::vector<const Node*> by_id;
  by_id.reserve(order.size());
  for (const NodePtr& node : order) by_id.push_back(node.get());
  std::stable_sort(by_id.begin(), by_id.end(),
                   [](const Node* a, const Node* b) { return a->id < b->id; });
  for (std::size_t i = 1; i < by_id.size(); ++i) {
    const Node &one = *by_id[i - 1], &other = *by_id[i];
    if (one.id == other.id)
      faults.push_back("two ops have the id " + std::to_string(one.id) + ": " + describe(other) +
                       " and " + describe(one));
  }
}

void add_faults_of(const Node& node, std::vector<std::string>& faults) {
  for (const Value& operand : node.operands) {
    if (!operand.has_type() && !node.def->traits.is_sequencing())
      faults.push_back(describe(node) + ": operand without a value: " + describe(operand));
  }
  if (node.body || node.loop) return;
  const auto again = node.def->infer(node.operands, node.attributes);
  if (again.size() != node.results.size()) {
    faults.push_back(describe(node) + ": wrong number of results");
    return;
  }
  for (std::size_t i = 0; i < again.size(); ++i) {
    if (!(again[i].axes == node.results[i].axes) || again[i].dtype != node.results[i].dtype)
      faults.push_back(describe(node) + ": type differs from infer");
  }
}

void add_faults_of_loop(const Node& node, std::vector<std::string>& faults) {
  Graph step;
  step.results = node.loop->results;
  step.parameters = node.loop->parameters;
  for (const std::string& fault : verify(step))
    faults.push_back("in " + describe(node) + ": " + fault);
}

}  // namespace

std::vector<std::string> verify(const Graph& graph) {
  std::vector<std::string> faults;
  const std::vector<NodePtr> order = ordered_nodes(graph);
  for (const NodePtr& node : order) {
    poll_cancellation();
    add_faults_of(*node, faults);
    if (node->loop) add_faults_of_loop(*node, faults);
  }
  add_shared_ids(order, faults);
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
