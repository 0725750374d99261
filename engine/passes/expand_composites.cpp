// SPDX-License-Identifier: Apache-2.0
// softmax, mean, cross-entropies -> the elementwise ops and reductions that they stand for.
#include "engine/graph/op_def.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

Value decomposed(const NodePtr& node, PassContext&) {
  return node->def->lower == LowerKind::composite ? node->def->decompose(*node) : Value{};
}

constexpr Rule rules[] = {{"expand_composites", decomposed}};

Graph run(const Graph& graph, PassContext& context) { return rewrite(graph, rules, context); }

}  // namespace

const Pass expand_composites = {
    .name = "expand_composites",
    .sentence = "softmax, mean, cross-entropy -> elementwise ops and reductions",
    .phase = "graph",
    .condition = "",
    .reason = "before the rules that simplify, so that they see inside; fuse joins the parts again",
    .run = run,
};

}  // namespace ng
