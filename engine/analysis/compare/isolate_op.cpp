// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/isolate_op.h"

#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

bool is_boundary(const Node& node, const std::unordered_set<OpId>& known) {
  if (node.def->traits.kind == OpKind::placeholder) return true;
  return known.contains(node.id) && node.results.size() == 1 && !node.def->traits.is_source();
}

// The first known ops and placeholders on the way to the sources, in the order of operands.
std::vector<NodePtr> boundary_of(const NodePtr& op, const std::unordered_set<OpId>& known) {
  std::vector<NodePtr> found;
  std::unordered_set<const Node*> seen;
  std::vector<NodePtr> waiting{op};
  while (!waiting.empty()) {
    const NodePtr node = waiting.back();
    waiting.pop_back();
    for (const Value& operand : node->operands) {
      if (!seen.insert(operand.node.get()).second) continue;
      (is_boundary(*operand.node, known) ? found : waiting).push_back(operand.node);
    }
  }
  return found;
}

}  // namespace

IsolatedOp isolate_op(const Op& op, const std::unordered_set<OpId>& known) {
  IsolatedOp isolated;
  Rebuilder rebuilder;
  for (const NodePtr& node : boundary_of(op.value().node, known)) {
    const Op source(node);
    const Op input = placeholder(source.axes(), source.dtype()).named(source.name());
    rebuilder.set(node, input.value());
    isolated.sources.push_back(source);
    isolated.inputs.push_back(input);
  }
  for_each_unknown(op.value(), rebuilder, [&rebuilder](const NodePtr& node) {
    rebuilder.set(node, Value{rebuilder.rebuilt_operands(node), 0});
  });
  isolated.computation = computation({Op(rebuilder.rebuilt(op.value()))}, isolated.inputs);
  return isolated;
}

}  // namespace ng
