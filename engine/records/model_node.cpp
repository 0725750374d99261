// SPDX-License-Identifier: Apache-2.0
#include "engine/records/model_node.h"

#include <algorithm>

#include "engine/records/buffer_record.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

// The frameworks whose importers write a node's type under their own name.
constexpr std::string_view frameworks[] = {"keras",     "onnx",       "pytorch",
                                           "stablehlo", "tensorflow", "tflite"};

bool is_framework(std::string_view key) {
  return std::find(std::begin(frameworks), std::end(frameworks), key) != std::end(frameworks);
}

}  // namespace

bool is_origin_key(std::string_view key) {
  return key == model_node_key || key == name_in_file_key || is_framework(key);
}

std::optional<ModelNode> model_node(const OpRecord& op) {
  ModelNode node;
  for (const auto& [key, value] : op.metadata) {
    if (key == model_node_key) node.name = value;
    if (is_framework(key)) node.type = value;
  }
  if (node.name.empty() || node.type.empty()) return std::nullopt;
  return node;
}

std::vector<ModelNode> model_nodes(const GraphRecord& graph, const std::vector<OpId>& ops) {
  std::vector<ModelNode> computing, viewing;
  for (const OpId key : ops) {
    const OpRecord* op = graph.find(key);
    const std::optional<ModelNode> node = op ? model_node(*op) : std::nullopt;
    if (!node) continue;
    const bool computes = op->family != Family::view && op->traits.kind != OpKind::kernel;
    std::vector<ModelNode>& nodes = computes ? computing : viewing;
    if (std::find(nodes.begin(), nodes.end(), *node) == nodes.end()) nodes.push_back(*node);
  }
  return computing.empty() ? viewing : computing;
}

std::string model_nodes_text(const GraphRecordPtr& graph, const std::vector<OpId>& ops) {
  constexpr std::size_t most = 3;
  const std::vector<ModelNode> nodes = graph ? model_nodes(*graph, ops) : std::vector<ModelNode>();
  std::string text;
  for (std::size_t i = 0; i < nodes.size() && i < most; ++i)
    text += (i ? ", " : "") + nodes[i].name;
  if (nodes.size() > most) text += ", " + std::to_string(nodes.size() - most) + " more";
  return text;
}

std::string step_detail(const GraphRecordPtr& graph, const StepRecord& step) {
  const std::string nodes = model_nodes_text(graph, step.ops);
  return step.text + (nodes.empty() ? "" : "\n" + nodes);
}

}  // namespace ng
