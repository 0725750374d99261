// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tflite/variable_changes.h"

#include <algorithm>

namespace ng::tflite {
namespace {

bool changes_itself(const Operator& op, const Graph& graph) {
  if (op.known) {
    if (op.name == "ASSIGN_VARIABLE" || op.name == "CALL_ONCE") return true;
    if (op.name == "READ_VARIABLE" || op.name == "IF" || op.name == "WHILE" ||
        op.name.starts_with("HASHTABLE"))
      return false;
  }
  return std::any_of(op.inputs.begin(), op.inputs.end(), [&](std::int64_t index) {
    return index >= 0 && is_resource(graph.tensors[static_cast<std::size_t>(index)]);
  });
}

}  // namespace

bool is_resource(const Tensor& tensor) {
  return tensor.type.name() == "resource";
}

std::vector<std::size_t> graphs_run_by(const Operator& op, const Model& model) {
  std::vector<std::size_t> graphs;
  if (!op.known || (op.name != "IF" && op.name != "WHILE")) return graphs;
  for (const char* option : {"then_subgraph", "else_subgraph", "cond_subgraph", "body_subgraph"}) {
    const onnx::Attribute* found = op.find(option);
    if (found && found->i >= 0 && found->i < std::ssize(model.graphs))
      graphs.push_back(static_cast<std::size_t>(found->i));
  }
  return graphs;
}

// From the graphs that change variables themselves to those that run them.
VariableChanges::VariableChanges(const Model& model)
    : model_(model), changing_(model.graphs.size(), false) {
  std::vector<std::vector<std::size_t>> callers(model.graphs.size());
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < model.graphs.size(); ++i) {
    const Graph& graph = model.graphs[i];
    for (const Operator& op : graph.operators) {
      for (const std::size_t run : graphs_run_by(op, model)) callers[run].push_back(i);
      if (!changing_[i] && changes_itself(op, graph)) {
        changing_[i] = true;
        waiting.push_back(i);
      }
    }
  }
  while (!waiting.empty()) {
    const std::size_t graph = waiting.back();
    waiting.pop_back();
    for (const std::size_t caller : callers[graph]) {
      if (changing_[caller]) continue;
      changing_[caller] = true;
      waiting.push_back(caller);
    }
  }
}

bool VariableChanges::by(const Operator& op, const Graph& graph) const {
  const std::vector<std::size_t> run = graphs_run_by(op, model_);
  return changes_itself(op, graph) ||
         std::any_of(run.begin(), run.end(), [&](std::size_t each) { return changing_[each]; });
}

}  // namespace ng::tflite
