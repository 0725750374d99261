// SPDX-License-Identifier: Apache-2.0
// Replaces deriv(dep, indep) by backward ops, inner derivatives first, so that derivatives of
// derivatives work.
#include "engine/autodiff/deriv.h"
#include "engine/graph/op_def.h"
#include "engine/ops/kept_value.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/shapes/view.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"
#include "engine/passes/sequenced_reads.h"

namespace ng {
namespace {

Value expanded(const NodePtr& node, Derivatives& derivatives, PassContext& context) {
  Creation creation("expand_deriv", node->origins, true);
  const Value error = node->operands.size() > 2 ? node->operands[2] : Value{};
  const Value derivative = derivatives.derivative(node->operands[0], node->operands[1], error);
  Rewrite rewrite;
  rewrite.rule = "expand_deriv";
  rewrite.removed = {node->id};
  for (const NodePtr& made : creation.made()) rewrite.added.push_back(made->id);
  context.rewrites.push_back(std::move(rewrite));
  return broadcast(Op(derivative), node->results[0].axes).value();
}

// What a kept value was made of serves derivatives only.
Value without_made(const NodePtr& node, PassContext&) {
  return kept_of(*node);
}

constexpr Rule rules[] = {{"expand_deriv", without_made}};

Graph run(const Graph& input, PassContext& context) {
  const Graph graph = with_sequenced_reads(input);
  Rebuilder rebuilder;
  Derivatives derivatives;
  for (const Value& root : roots(graph)) {
    for_each_unknown(root, rebuilder, [&](const NodePtr& node) {
      const NodePtr current = rebuilder.rebuilt_operands(node);
      rebuilder.set(node, current->def->traits.kind == OpKind::derivative
                              ? expanded(current, derivatives, context)
                              : Value{current, 0});
    });
  }
  return rewrite(rebuilder.rebuilt(graph), rules, context);
}

}  // namespace

const Pass expand_deriv = {
    .name = "expand_deriv",
    .sentence = "deriv(L, W) -> backward ops, by reverse-mode differentiation",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "before passes that inspect ops: a derivative is a single op until here",
    .run = run,
    .required = true,
    .check_point = true,
};

}  // namespace ng
