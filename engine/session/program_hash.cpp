// SPDX-License-Identifier: Apache-2.0
#include "engine/session/program_hash.h"

#include <bit>

#include "engine/formats/content_hash.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/runtime/program.h"

namespace ng {
namespace {

std::string text_of(const std::string& key, const Attribute& attribute) {
  if (const auto* tensor = std::get_if<TensorPtr>(&attribute))
    return *tensor ? content_hash(key, **tensor) : key;
  if (const auto* number = std::get_if<double>(&attribute))
    return key + std::to_string(std::bit_cast<std::uint64_t>(*number));
  return key + to_string(attribute);
}

void add_node(const Node& node, std::string& text) {
  text += node.def->name;
  for (const auto& [key, attribute] : node.attributes) text += text_of(key, attribute);
  for (const auto* inside : {node.body.get(), node.loop.get()}) {
    if (!inside) continue;
    for (const NodePtr& each : inside->order) {
      for (const Value& operand : each->operands)
        if (operand.node->def->traits.is_source()) add_node(*operand.node, text);
      add_node(*each, text);
    }
  }
}

}  // namespace

std::string graph_hash(const Graph& graph) {
  std::string text = print(graph);
  for (const NodePtr& node : ordered_nodes(graph)) add_node(*node, text);
  return content_hash(text);
}

std::string program_hash(const Graph& graph, const Program& program) {
  std::string text = print(program);
  // A name that nobody chose has a number, which depends on what the process made before.
  const std::string title = "procedure " + program.name;
  if (const auto at = text.find(title); at != std::string::npos) text.erase(at, title.size());
  for (const NodePtr& node : ordered_nodes(graph)) add_node(*node, text);
  return content_hash(text);
}

}  // namespace ng
