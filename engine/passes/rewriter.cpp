// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/rewriter.h"

#include <chrono>

#include "engine/base/cancellation.h"
#include "engine/graph/op_def.h"
#include "engine/ops/result_type.h"

namespace ng {
namespace {

// Ops that a rule makes have the type of the op that they replace, if that is a float.
DType type_of_made(const Node& node) {
  return !node.results.empty() && is_float(node.results[0].dtype) ? node.results[0].dtype
                                                                  : current_result_type();
}

// Applies and records one rule. Null if it does not apply or would change the type.
Value try_rule(const Rule& rule, const NodePtr& node, PassContext& context) {
  const auto start = std::chrono::steady_clock::now();
  Creation creation(std::string(rule.name), *node);
  const ScopedResultType type(type_of_made(*node));
  const Value replacement = rule.apply(node, context);
  if (!replacement || (replacement.node == node)) return {};
  const bool same_type = replacement.has_type() && !node->results.empty() &&
                         replacement.axes() == node->results[0].axes &&
                         replacement.dtype() == node->results[0].dtype;
  if (!same_type) return {};
  Rewrite rewrite;
  rewrite.rule = rule.name;
  rewrite.removed = {node->id};
  for (const NodePtr& made : creation.made()) rewrite.added.push_back(made->id);
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
  rewrite.microseconds = spent.count();
  context.rewrites.push_back(std::move(rewrite));
  return replacement;
}

class Worker {
 public:
  Worker(std::span<const Rule> rules, PassContext& context) : context_(context) {
    for (const Rule& rule : rules) {
      if (context.rule_enabled(rule.name)) rules_.push_back(&rule);
    }
  }

  // Visits all unvisited ops that `value` depends on; returns the replacement of `value`.
  Value visit(const Value& value) {
    for_each_unknown(value, rebuilder,
                     [this](const NodePtr& node) { rebuilder.set(node, replacement(node)); });
    return rebuilder.rebuilt(value);
  }

  Rebuilder rebuilder;

 private:
  Value replacement(const NodePtr& node) {
    const NodePtr current = rebuilder.rebuilt_operands(node);
    for (const Rule* rule : rules_) {
      if (const Value replaced = try_rule(*rule, current, context_)) return visit(replaced);
    }
    if (current != node) rebuilder.set(current, Value{current, 0});
    return Value{current, 0};
  }

  std::vector<const Rule*> rules_;
  PassContext& context_;
};

}  // namespace

void for_each_unknown(const Value& value, const Rebuilder& rebuilder,
                      const std::function<void(const NodePtr&)>& each) {
  if (!value || rebuilder.knows(value.node)) return;
  std::vector<std::pair<NodePtr, std::size_t>> stack = {{value.node, 0}};
  while (!stack.empty()) {
    poll_cancellation();
    auto& [node, next] = stack.back();
    if (next < node->operands.size()) {
      const NodePtr operand = node->operands[next++].node;
      if (!rebuilder.knows(operand)) stack.emplace_back(operand, 0);
      continue;
    }
    const NodePtr done = node;
    stack.pop_back();
    if (!rebuilder.knows(done)) each(done);
  }
}

Value Rebuilder::rebuilt(const Value& value) const {
  const auto at = values_.find(value.node.get());
  if (at == values_.end()) return value;
  return value.result == 0 ? at->second : Value{at->second.node, value.result};
}

NodePtr Rebuilder::rebuilt_operands(const NodePtr& node) const {
  std::vector<Value> operands = node->operands;
  bool changed = false;
  for (Value& operand : operands) {
    const Value replaced = rebuilt(operand);
    changed |= !(replaced == operand);
    operand = replaced;
  }
  return changed ? with_operands(node, std::move(operands)) : node;
}

Graph Rebuilder::rebuilt(const Graph& graph) const {
  Graph result = graph;
  for (Value& value : result.results) value = rebuilt(value);
  for (StateWrite& write : result.writes) write.value = rebuilt(write.value);
  for (Value& value : result.kept) value = rebuilt(value);
  for (Value& value : result.unused) value = rebuilt(value);
  return result;
}

Graph rewrite(const Graph& graph, std::span<const Rule> rules, PassContext& context) {
  Worker worker(rules, context);
  for (const Value& root : roots(graph)) worker.visit(root);
  return worker.rebuilder.rebuilt(graph);
}

}  // namespace ng
