// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/precision/isolate_ops.h"

#include <map>
#include <unordered_set>
#include <utility>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

// Sources whose value may change during a call: scratch memory, and what a sequence assigns.
std::unordered_set<const Node*> changing_sources(const Op& computation) {
  std::unordered_set<const Node*> assigned, changing;
  bool in_sequence = false;
  for (const NodePtr& node : ordered_nodes({computation.value()})) {
    const OpKind kind = node->def->traits.kind;
    in_sequence |= kind == OpKind::sequential;
    if (kind == OpKind::temporary) changing.insert(node.get());
    if (node->def->traits.is_effect()) assigned.insert(node->operands[0].node.get());
  }
  if (in_sequence) changing.merge(assigned);
  return changing;
}

// A sequence has the value of its last op.
Value without_sequence(Value value) {
  while (value.node->def->traits.is_sequencing()) value = value.node->operands.back();
  return value;
}

class Isolation {
 public:
  explicit Isolation(const Op& computation) : changing_(changing_sources(computation)) {}

  void add(std::size_t index, const Value& op, const Value& built) {
    if (!can_isolate(*op.node) || !has_same_operands(*op.node, *built.node)) return;
    results_.emplace_back(Value{apart(op, built), built.result});
    isolated_.ops.push_back(index);
  }

  IsolatedOps finish() {
    if (!results_.empty()) isolated_.computation = computation(results_, parameters_);
    return std::move(isolated_);
  }

 private:
  bool can_isolate(const Node& node) const {
    const Traits& traits = node.def->traits;
    if (traits.kind == OpKind::derivative || traits.random || traits.collective) return false;
    for (const Value& operand : node.operands)
      if (changing_.contains(without_sequence(operand).node.get())) return false;
    return true;
  }

  static bool has_same_operands(const Node& op, const Node& built) {
    return op.operands.size() == built.operands.size();
  }

  // Once for all results of the op.
  NodePtr apart(const Value& op, const Value& built) {
    NodePtr& node = apart_[built.node.get()];
    if (node) return node;
    std::vector<Value> operands;
    for (std::size_t i = 0; i < op.node->operands.size(); ++i)
      operands.push_back(
          parameter(without_sequence(op.node->operands[i]), built.node->operands[i].type()));
    node = with_operands(built.node, std::move(operands));
    return node;
  }

  Value parameter(const Value& source, const TensorType& type) {
    const auto [at, is_new] =
        known_.try_emplace({source.node.get(), source.result}, parameters_.size());
    if (is_new) {
      parameters_.push_back(placeholder(type.axes, type.dtype));
      isolated_.sources.push_back(source);
    }
    return parameters_[at->second].value();
  }

  std::unordered_set<const Node*> changing_;
  std::map<std::pair<const Node*, int>, std::size_t> known_;  // the parameter of each source
  std::map<const Node*, NodePtr> apart_;                      // by op as it was built
  std::vector<Op> results_, parameters_;
  IsolatedOps isolated_;
};

}  // namespace

IsolatedOps isolate_ops(const Op& computation, std::span<const Value> ops,
                        std::span<const Value> built) {
  Isolation isolation(computation);
  for (std::size_t i = 0; i < ops.size(); ++i) isolation.add(i, ops[i], built[i]);
  return isolation.finish();
}

}  // namespace ng
