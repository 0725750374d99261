// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/export_onnx.h"

#include <algorithm>

#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"

namespace ng {
namespace {

bool changes_state(const Op& computation) {
  const auto nodes = ordered_nodes({computation.value()});
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    const Traits& traits = node->def->traits;
    return traits.is_effect() || traits.random;
  });
}

Op computation_for_inference(const Document& document) {
  const Op first = document.computation();
  std::vector<Op> tried = {first};
  if (document.plan) {
    for (const PlanEvaluation& evaluation : document.plan->evaluations)
      tried.push_back(document.computation(evaluation.computation));
  }
  tried.insert(tried.end(), document.computations.begin(), document.computations.end());
  const auto found =
      std::find_if(tried.begin(), tried.end(), [](const Op& op) { return !changes_state(op); });
  return found == tried.end() ? first : *found;
}

bool only_assigns(const Value& result) {
  return result.node->def->traits.kind == OpKind::update;
}

// The computation without results that only assign to state, unless there are no others.
Op without_updates(const Op& computation) {
  const ComputationParts parts = parts_of(computation.node());
  std::vector<Op> results, parameters;
  for (const Value& result : parts.results)
    if (!only_assigns(result)) results.emplace_back(result);
  if (results.empty() || results.size() == parts.results.size()) return computation;
  for (const NodePtr& parameter : parts.parameters) parameters.emplace_back(parameter);
  return ng::computation(results, parameters);
}

}  // namespace

ExportedModel export_onnx(const Document& document, const std::string& path,
                          const std::string& computation) {
  const Op chosen =
      computation.empty() ? computation_for_inference(document) : document.computation(computation);
  const Op written = without_updates(chosen);
  const std::size_t left_out =
      parts_of(chosen.node()).results.size() - parts_of(written.node()).results.size();
  return {chosen.name(), write_onnx(onnx::export_model(written, document.title), path), left_out};
}

}  // namespace ng
