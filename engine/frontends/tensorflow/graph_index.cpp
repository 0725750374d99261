// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/tensorflow/graph_index.h"

#include <algorithm>
#include <array>

#include "engine/base/quote.h"

namespace ng::tensorflow {
namespace {

constexpr int most_aliases = 16;  // in a chain

bool is_source(const NodeDef& node) {
  return node.op == "Const" || is_variable(node) || is_input(node);
}

// Passes its input on.
bool is_alias(const NodeDef& node) {
  return node.op == "Identity" || node.op == "ReadVariableOp" ||
         node.op == "PlaceholderWithDefault";
}

// Part of what an optimizer added: below a scope "gradients".
bool is_gradient(const NodeDef& node) {
  for (std::size_t at = 0; (at = node.name.find("gradients", at)) != std::string::npos; ++at) {
    if (at != 0 && node.name[at - 1] != '/') continue;
    const std::size_t end = node.name.find('/', at);
    if (end == std::string::npos) continue;
    const std::string_view rest = std::string_view(node.name).substr(at + 9, end - at - 9);
    if (rest.empty() || rest[0] == '_') return true;
  }
  return false;
}

// The strings of a constant.
std::vector<std::string> texts_of(const NodeDef* node) {
  const AttrValue* value = node && node->op == "Const" ? node->find("value") : nullptr;
  return value && value->tensor ? value->tensor->strings : std::vector<std::string>{};
}

}  // namespace

bool is_variable(const NodeDef& node) {
  return node.op == "Variable" || node.op == "VariableV2" || node.op == "VarHandleOp";
}

bool is_input(const NodeDef& node) {
  return node.op == "Placeholder" || node.op == "PlaceholderV2";
}

bool is_update(const NodeDef& node) {
  static constexpr std::array<std::string_view, 14> starts = {
      "Apply",   "Assert", "Assign",        "IsVariableInit",  "MergeSummary",
      "NoOp",    "Print",  "ResourceApply", "ResourceScatter", "ResourceSparseApply",
      "Restore", "Save",   "Scatter",       "VarIsInit"};
  static constexpr std::array<std::string_view, 4> ends = {"Summary", "SummaryV2",
                                                           "MergeV2Checkpoints", "ShardedFilename"};
  if (node.op == "ScatterNd") return false;
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view s) { return node.op.starts_with(s); }) ||
         std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view s) { return node.op.ends_with(s); });
}

GraphIndex::GraphIndex(const MetaGraph& graph, const std::string& path)
    : graph_(graph), path_(path) {
  for (const NodeDef& node : graph.graph.nodes) {
    if (!nodes_.emplace(node.name, &node).second) {
      refuse_node(&node, path, "two nodes have the same name", quote(node.name));
    }
  }
  for (const NodeDef& node : graph.graph.nodes) {
    bool control = false;
    for (const std::string& input : node.inputs) {
      if (!is_control(input) && control) {
        refuse_node(&node, path, "a data input follows a control input", quote(input));
      }
      control = is_control(input);
      const std::string name = control ? input.substr(1) : endpoint_of(input, &node, path).node;
      if (!nodes_.contains(name)) {
        refuse_node(&node, path, "a node reads a value that nothing defines", quote(input));
      }
    }
  }
  for (const FunctionDef& function : graph.graph.functions) {
    functions_.emplace(function.name, &function);
  }
  index_assignments();
  index_restore_function();
}

const NodeDef* GraphIndex::find(const std::string& node) const {
  const auto at = nodes_.find(node);
  return at == nodes_.end() ? nullptr : at->second;
}

const FunctionDef* GraphIndex::function(const std::string& name) const {
  const auto at = functions_.find(name);
  return at == functions_.end() ? nullptr : at->second;
}

std::vector<Endpoint> GraphIndex::inputs_of(const NodeDef& node) const {
  std::vector<Endpoint> inputs;
  for (const std::string& input : node.inputs) {
    if (!is_control(input)) inputs.push_back(endpoint_of(input, &node, path_));
  }
  return inputs;
}

std::vector<std::string> GraphIndex::checkpoint_keys(const NodeDef& variable) const {
  std::vector<std::string> names;
  const auto restored = keys_.find(variable.name);
  if (restored != keys_.end()) names.push_back(restored->second);
  names.push_back(variable.name);
  const AttrValue* shared = variable.find("shared_name");
  if (shared && !shared->s.empty()) names.push_back(shared->s);
  return names;
}

bool GraphIndex::is_trained(const NodeDef& variable) const {
  const std::vector<std::string> keys = checkpoint_keys(variable);
  const auto is_one = [&](const auto& names) {
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
      return std::find(names.begin(), names.end(), key) != names.end() ||
             std::find(names.begin(), names.end(), key + ":0") != names.end();
    });
  };
  if (is_one(graph_.untrained)) return false;
  const auto trained = graph_.collections.find("trainable_variables");
  const auto all = graph_.collections.find("variables");
  const bool listed = trained != graph_.collections.end() && all != graph_.collections.end();
  return !listed || !is_one(all->second) || is_one(trained->second);
}

Endpoint GraphIndex::behind_identities(Endpoint value) const {
  for (int steps = 0; steps < most_aliases; ++steps) {
    const NodeDef* node = find(value.node);
    if (!node || node->op != "Identity") break;
    const std::vector<Endpoint> inputs = inputs_of(*node);
    if (inputs.empty()) break;
    value = inputs[0];
  }
  return value;
}

bool GraphIndex::is_restored(const Endpoint& value) const {
  const NodeDef* source = find(behind_identities(value).node);
  return source && source->op.starts_with("Restore");
}

std::string GraphIndex::restored_key(const Endpoint& value) const {
  const Endpoint source = behind_identities(value);
  const NodeDef* node = find(source.node);
  if (!node || node->op != "RestoreV2") return {};
  const std::vector<Endpoint> inputs = inputs_of(*node);
  const auto names =
      inputs.size() > 1 ? texts_of(find(inputs[1].node)) : std::vector<std::string>{};
  return source.index < names.size() ? names[source.index] : std::string();
}

void GraphIndex::index_assignments() {
  for (const NodeDef& node : graph_.graph.nodes) {
    if (node.op != "Assign" && node.op != "AssignVariableOp") continue;
    const std::vector<Endpoint> inputs = inputs_of(node);
    if (inputs.size() < 2) continue;
    const std::string key = restored_key(inputs[1]);
    if (!key.empty())
      keys_.emplace(inputs[0].node, key);
    else if (!is_restored(inputs[1]))
      initial_.emplace(inputs[0].node, inputs[1]);
  }
}

// A SavedModel of TensorFlow 2 restores in a function whose arguments are the variables.
void GraphIndex::index_restore_function() {
  const NodeDef* call = find(graph_.restore_op);
  const AttrValue* f = call ? call->find("f") : nullptr;
  const FunctionDef* restore = f ? function(f->s) : nullptr;
  if (!restore) return;
  std::unordered_map<std::string, const NodeDef*> inside;
  for (const NodeDef& node : restore->nodes) inside.emplace(node.name, &node);
  const auto named = [&](const std::string& input) {
    const auto at = inside.find(input.substr(0, input.find(':')));
    return at == inside.end() ? nullptr : at->second;
  };
  std::unordered_map<std::string, std::string> variables;  // by argument
  const std::vector<Endpoint> arguments = inputs_of(*call);
  for (std::size_t i = 0; i < restore->inputs.size() && i < arguments.size(); ++i) {
    variables[restore->inputs[i].name] = arguments[i].node;
  }
  for (const NodeDef& node : restore->nodes) {
    if (node.op != "AssignVariableOp" || node.inputs.size() < 2) continue;
    const auto variable = variables.find(node.inputs[0]);
    std::string value = node.inputs[1];
    const NodeDef* source = named(value);
    for (int steps = 0; steps < most_aliases && source && source->op == "Identity"; ++steps) {
      if (source->inputs.empty()) break;
      value = source->inputs[0];
      source = named(value);
    }
    if (variable == variables.end() || !source || source->op != "RestoreV2") continue;
    if (source->inputs.size() < 2) continue;
    const auto names = texts_of(named(source->inputs[1]));
    const Endpoint at = function_endpoint(value, source->op, &node, path_);
    if (at.index < names.size()) keys_.emplace(variable->second, names[at.index]);
  }
}

std::vector<const NodeDef*> GraphIndex::results() const {
  std::unordered_map<std::string, std::vector<const NodeDef*>> users;
  for (const NodeDef& node : graph_.graph.nodes) {
    for (const Endpoint& input : inputs_of(node)) users[input.node].push_back(&node);
  }
  // What only updates need is no result: initial values, slots of optimizers.
  std::unordered_set<const NodeDef*> left_out;
  std::vector<const NodeDef*> waiting;
  for (const NodeDef& node : graph_.graph.nodes) {
    if (is_update(node)) waiting.push_back(&node);
  }
  while (!waiting.empty()) {
    const NodeDef* node = waiting.back();
    waiting.pop_back();
    if (!left_out.insert(node).second || is_gradient(*node)) continue;
    for (const Endpoint& input : inputs_of(*node)) {
      const auto& all = users[input.node];
      if (std::all_of(all.begin(), all.end(),
                      [&](const NodeDef* user) { return left_out.contains(user); })) {
        waiting.push_back(find(input.node));
      }
    }
  }
  const auto plain = [&](const NodeDef* node) {
    for (int steps = 0; steps < most_aliases && is_alias(*node); ++steps) {
      const auto inputs = inputs_of(*node);
      if (inputs.empty()) return true;
      node = find(inputs[0].node);
    }
    return is_source(*node);
  };
  // Aliases of sources are results of a graph that computes nothing.
  std::vector<const NodeDef*> found, aliases;
  for (const NodeDef& node : graph_.graph.nodes) {
    if (left_out.contains(&node) || is_gradient(node) || is_source(node)) continue;
    const auto& all = users[node.name];
    const bool used = std::any_of(all.begin(), all.end(), [&](const NodeDef* user) {
      return !is_gradient(*user) && !left_out.contains(user);
    });
    if (!used) (plain(&node) ? aliases : found).push_back(&node);
  }
  return found.empty() ? aliases : found;
}

namespace {

bool is_number_of_known_lengths(const NodeDef& source) {
  const AttrValue *dtype = source.find("dtype"), *shape = source.find("shape");
  if (!dtype || !dtype_of(dtype->type)) return false;
  if (!is_input(source)) return source.op == "Const";
  if (!shape || !shape->shape) return false;
  const auto& lengths = *shape->shape;
  return std::all_of(lengths.begin(), lengths.end(), [](std::int64_t n) { return n >= 0; });
}

}  // namespace

std::vector<const NodeDef*> GraphIndex::unread() const {
  std::unordered_set<std::string> read;
  for (const NodeDef& node : graph_.graph.nodes)
    for (const Endpoint& input : inputs_of(node)) read.insert(input.node);
  const std::vector<const NodeDef*> all = results();
  const std::unordered_set<const NodeDef*> known(all.begin(), all.end());
  std::vector<const NodeDef*> found;
  for (const NodeDef& node : graph_.graph.nodes) {
    if (read.contains(node.name) || known.contains(&node) || is_gradient(node)) continue;
    const NodeDef* const source = find(behind_identities({node.name, 0}).node);
    if (source && is_number_of_known_lengths(*source)) found.push_back(&node);
  }
  return found;
}

}  // namespace ng::tensorflow
