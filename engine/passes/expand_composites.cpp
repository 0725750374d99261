// SPDX-License-Identifier: Apache-2.0
// Decomposes softmax, mean and cross-entropies into elementwise ops and reductions.
#include "engine/ops/composite.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

Value decomposed(const NodePtr& node, PassContext&) {
  return composed(*node);
}

constexpr Rule rules[] = {{"expand_composites", decomposed}};

Graph run(const Graph& graph, PassContext& context) {
  return rewrite(graph, rules, context);
}

}  // namespace

const Pass expand_composites = {
    .name = "expand_composites",
    .sentence = "softmax, mean, cross-entropy -> elementwise ops and reductions",
    .phase = PassPhase::graph,
    .condition = "",
    .reason = "before simplify, so that its rules apply inside; fuse combines the ops again",
    .run = run,
};

}  // namespace ng
