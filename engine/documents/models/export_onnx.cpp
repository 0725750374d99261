// SPDX-License-Identifier: Apache-2.0
#include "engine/documents/models/export_onnx.h"

#include <algorithm>

#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx_export/export_model.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/passes/passes.h"

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

// What the results hold after a run: state that is a result has its value after the updates.
std::vector<Value> values_after(const ComputationParts& parts) {
  Graph graph;
  graph.results = parts.results;
  graph.parameters = parts.parameters;
  const PassOptions options;
  PassContext context{options, {}, {}, {}};
  const CreationCounter ids;
  return version_state.run(graph, context).results;
}

struct Written {
  Op computation;
  std::vector<Value> values = {};  // of the results, where these do not have their own
};

// The computation without results that only assign to state, unless there are no others.
Written without_updates(const Op& computation) {
  const ComputationParts parts = parts_of(computation.node());
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < parts.results.size(); ++i)
    if (!only_assigns(parts.results[i])) kept.push_back(i);
  if (kept.empty() || kept.size() == parts.results.size()) return {computation};
  const std::vector<Value> after = values_after(parts);
  std::vector<Op> results, parameters;
  std::vector<Value> values;
  for (const std::size_t i : kept) {
    results.emplace_back(parts.results[i]);
    values.push_back(is_assignable(*parts.results[i].node) ? after[i] : parts.results[i]);
  }
  for (const NodePtr& parameter : parts.parameters) parameters.emplace_back(parameter);
  return {ng::computation(results, parameters), std::move(values)};
}

}  // namespace

ExportedModel export_onnx(const Document& document, const std::string& path,
                          const std::string& computation) {
  const Op chosen =
      computation.empty() ? computation_for_inference(document) : document.computation(computation);
  const Written written = without_updates(chosen);
  const std::size_t left_out =
      parts_of(chosen.node()).results.size() - parts_of(written.computation.node()).results.size();
  const onnx::Model model = onnx::export_model(written.computation, document.title, written.values);
  return {chosen.name(), write_onnx(model, path), left_out};
}

}  // namespace ng
