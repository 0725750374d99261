// SPDX-License-Identifier: Apache-2.0
// Prints graphs as text, for golden tests, text diffs of passes and `ngraph passes`.
#include "engine/base/result_name.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/graph/value_name.h"

namespace ng {
namespace {

void print_node(const Node& node, const std::string& indent, std::string& out) {
  out += indent + display_name(node) + " = " + std::string(node.def->name) + "(";
  bool first = true;
  auto item = [&](const std::string& text) {
    out += (first ? "" : ", ") + text;
    first = false;
  };
  for (const Value& operand : node.operands) item(display_name(operand));
  for (const auto& [key, value] : node.attributes) item(key + "=" + to_string(value));
  out += ")";
  for (const TensorType& type : node.results) out += " " + to_string(type);
  out += "\n";
  if (!node.body) return;
  for (const NodePtr& op : node.body->order) print_node(*op, indent + "  ", out);
}

}  // namespace

std::string display_name(const Node& node) {
  if (node.attributes.has("stands_for")) return node.attributes.get<std::string>("stands_for");
  if (node.body) return node.attributes.get<std::string>("kernel");
  if (!node.name.empty()) return node.name;
  if (node.label && node.label->named) {
    const std::string scope = node.label->scope();
    return node.label->name.substr(scope.empty() ? 0 : scope.size() + 1);
  }
  return std::string(node.def->name) + "_" + std::to_string(node.id);
}

std::string display_name(const Value& value) {
  const Body* body = value.node->body.get();
  if (body) return display_name(body->results[static_cast<std::size_t>(value.result)]);
  return to_string(ResultName{display_name(*value.node), value.result});
}

std::string print(const Graph& graph) {
  std::string out;
  for (const NodePtr& node : ordered_nodes(graph)) print_node(*node, "", out);
  for (const StateWrite& write : graph.writes) {
    out += "write " + display_name(write.variable) + " <- " + display_name(write.value) + "\n";
  }
  out += "return";
  for (std::size_t i = 0; i < graph.results.size(); ++i) {
    out += (i ? ", " : " ") + (graph.results[i] ? display_name(graph.results[i]) : "none");
  }
  return out + "\n";
}

}  // namespace ng
