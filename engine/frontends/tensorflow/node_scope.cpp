// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/node_scope.h"

#include "engine/base/quote.h"

namespace ng::tensorflow {

NodeScope::NodeScope(const std::vector<NodeDef>& nodes, std::string path)
    : nodes_(nodes), path_(std::move(path)) {
  for (const NodeDef& node : nodes) by_name_.emplace(node.name, &node);
}

NodeScope::NodeScope(const FunctionDef& function, std::string path)
    : NodeScope(function.nodes, std::move(path)) {
  is_function_ = true;
  for (const ArgDef& argument : function.inputs) arguments_.insert(argument.name);
}

const NodeDef* NodeScope::find(const std::string& node) const {
  const auto at = by_name_.find(node);
  return at == by_name_.end() ? nullptr : at->second;
}

Endpoint NodeScope::endpoint(const std::string& input, const NodeDef* user) const {
  const NodeDef* node = find(input.substr(0, input.find(':')));
  const Endpoint found = is_function_ ? function_endpoint(input, node ? node->op : "", user, path_)
                                      : endpoint_of(input, user, path_);
  if (!node && !arguments_.contains(found.node)) {
    refuse_node(user, path_, "a node reads a value that nothing defines", quote(input));
  }
  return found;
}

std::vector<Endpoint> NodeScope::inputs_of(const NodeDef& node) const {
  std::vector<Endpoint> inputs;
  for (const std::string& input : node.inputs) {
    if (!is_control(input)) inputs.push_back(endpoint(input, &node));
  }
  return inputs;
}

void NodeScope::need(std::vector<Endpoint> values, const More& more) {
  while (!values.empty()) {
    const Endpoint value = std::move(values.back());
    values.pop_back();
    const NodeDef* node = find(value.node);
    if (!node) continue;
    const auto [at, first] = read_.try_emplace(node);
    at->second.insert(value.index);
    if (!first) continue;
    for (Endpoint& input : inputs_of(*node)) values.push_back(std::move(input));
    if (!more) continue;
    for (Endpoint& input : more(*node)) values.push_back(std::move(input));
  }
}

std::vector<const NodeDef*> NodeScope::needed() const {
  std::vector<const NodeDef*> found;
  for (const NodeDef& node : nodes_) {
    if (read_.contains(&node)) found.push_back(&node);
  }
  return found;
}

std::vector<std::string> NodeScope::results_of(const NodeDef& node) const {
  const std::set<std::size_t>& read = read_.at(&node);
  std::vector<std::string> names(read.empty() ? 1 : *read.rbegin() + 1);
  names[0] = node.name;
  for (const std::size_t index : read) names[index] = Endpoint{node.name, index}.value();
  return names;
}

}  // namespace ng::tensorflow
