// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/onnxruntime/fused_nodes.h"

#include <algorithm>
#include <string_view>

#include "engine/frontends/onnx/node_order.h"

namespace ng {
namespace {

constexpr std::string_view own_layout = "_nchwc";
constexpr std::size_t most_fused = 4;  // Conv, Add, and an activation of up to two nodes

}  // namespace

FusedNodes::FusedNodes(const onnx::Graph& graph) {
  for (const onnx::Node& node : graph.nodes) {
    if (!node.name.empty()) by_name_.emplace(node.name, &node);
    for (const std::string& result : node.outputs)
      if (!result.empty()) by_result_.emplace(result, &node);
  }
}

const onnx::Node* FusedNodes::made(const std::string& value) const {
  const auto found = by_result_.find(value);
  return found == by_result_.end() ? nullptr : found->second;
}

std::vector<std::string> FusedNodes::of(const std::string& name, const std::string& type) const {
  if (const auto found = by_name_.find(name); found != by_name_.end())
    return {onnx::without_slash(onnx::scope_of(*found->second))};
  if (!name.ends_with(own_layout)) return {};
  const onnx::Node* node = made(name.substr(0, name.size() - own_layout.size()));
  std::vector<std::string> nodes;
  while (node && nodes.size() < most_fused) {
    nodes.insert(nodes.begin(), onnx::without_slash(onnx::scope_of(*node)));
    if (node->op_type == type) return nodes;
    node = node->inputs.empty() ? nullptr : made(node->inputs.front());
  }
  return {};
}

}  // namespace ng
