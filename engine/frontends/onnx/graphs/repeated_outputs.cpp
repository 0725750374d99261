// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/graphs/repeated_outputs.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace ng::onnx {
namespace {

std::unordered_set<std::string> names_in(const Graph& graph) {
  std::unordered_set<std::string> names;
  for (const ValueInfo& input : graph.inputs) names.insert(input.name);
  for (const Tensor& tensor : graph.initializers) names.insert(tensor.name);
  for (const Node& node : graph.nodes) {
    names.insert(node.name);
    names.insert(node.outputs.begin(), node.outputs.end());
  }
  return names;
}

}  // namespace

void copy_repeated_outputs(Model& model) {
  Graph& graph = model.graph;
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, int> counts;
  for (ValueInfo& output : graph.outputs) {
    const std::string value = output.name;
    int& count = counts[value];
    if (count++ == 0) continue;
    if (taken.empty()) taken = names_in(graph);
    while (!taken.insert(output.name = value + "_" + std::to_string(count)).second) ++count;
    Node& node = graph.nodes.emplace_back();
    node.op_type = "Identity";
    node.name = output.name;
    node.inputs = {value};
    node.outputs = {output.name};
    if (model.complex.contains(value)) model.complex.insert(output.name);
  }
}

}  // namespace ng::onnx
