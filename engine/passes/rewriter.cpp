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
  struct Visit {
    const NodePtr* node;  // of `value` or an operand
    std::size_t next;
  };
  std::vector<Visit> stack = {{&value.node, 0}};
  while (!stack.empty()) {
    poll_cancellation();
    Visit& visit = stack.back();
    const NodePtr& node = *visit.node;
    if (visit.next < node->operands.size()) {
      const NodePtr& operand = node->operands[visit.next++].node;
      if (!rebuilder.knows(operand)) stack.push_back({&operand, 0});
      continue;
    }
    stack.pop_back();
    if (!rebuilder.knows(node)) each(node);
  }
}

void Rebuilder::set(const NodePtr& node, const Value& replacement) {
  const auto [number, fresh] = numbers_.number(node.get());
  if (fresh) entries_.push_back({node, {}});
  entries_[number].replacement = replacement;
}

void Rebuilder::forget(const NodePtr& node) {
  if (const auto number = numbers_.find(node.get())) entries_[*number].replacement.reset();
}

const Value* Rebuilder::replacement_of(const NodePtr& node) const {
  const auto number = numbers_.find(node.get());
  return number && entries_[*number].replacement ? &*entries_[*number].replacement : nullptr;
}

Value Rebuilder::rebuilt(const Value& value) const {
  const Value* const replacement = replacement_of(value.node);
  if (!replacement) return value;
  return value.result == 0 ? *replacement : Value{replacement->node, value.result};
}

NodePtr Rebuilder::rebuilt_operands(const NodePtr& node) const {
  std::vector<Value> operands;  // empty until one changes
  for (std::size_t i = 0; i < node->operands.size(); ++i) {
    const Value replaced = rebuilt(node->operands[i]);
    if (replaced == node->operands[i]) continue;
    if (operands.empty()) operands = node->operands;
    operands[i] = replaced;
  }
  return operands.empty() ? node : with_operands(node, std::move(operands));
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
