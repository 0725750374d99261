// SPDX-License-Identifier: Apache-2.0
// Decomposes softmax, mean and cross-entropies into elementwise ops and reductions.
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

// Intermediate values are float32, or float64 if the result is or contains integers that float32
// cannot represent; the last op converts to the result's type.
Value decomposed(const NodePtr& node, PassContext&) {
  if (node->def->lower != LowerKind::composite) return {};
  const DType dtype = node->results[0].dtype;
  const bool integers = node->attributes.has("dtype") && !is_float(dtype);
  const ScopedResultType between(dtype == DType::f64 || integers ? DType::f64 : DType::f32);
  const Value value = node->def->decompose(*node);
  if (!value) return {};
  return value.dtype() == dtype ? value : value_of(Op(value), dtype).value();
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
