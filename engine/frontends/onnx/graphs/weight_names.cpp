// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/graphs/weight_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/frontends/onnx/node_order.h"

namespace ng::onnx {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

// "onnx::Conv_538" and "onnx__Conv_538" of PyTorch from version 1.11, "538" of older versions.
bool is_numbered(std::string_view name) {
  if (name.starts_with("onnx::") || name.starts_with("onnx__")) {
    name.remove_prefix(name.rfind('_') == name.npos ? 0 : name.rfind('_') + 1);
  }
  return is_number(name);
}

// PyTorch writes a child with the name of a called container: "layer1/layer1.0/conv1" is the module
// "layer1.0.conv1".
std::string module_of(const std::string& node) {
  const std::string name = without_slash(node);
  std::string module, last;
  for (std::size_t start = 0, slash; (slash = name.find('/', start)) != name.npos;
       start = slash + 1) {
    const std::string part = name.substr(start, slash - start);
    if (!last.empty() && part.starts_with(last + "."))
      module.resize(module.size() - last.size());
    else if (!module.empty())
      module += ".";
    module += part;
    last = part;
  }
  return module;
}

struct Roles {
  std::string_view op_type;
  std::array<std::string_view, 5> inputs;  // empty: not a parameter
};

constexpr Roles all_roles[] = {
    {"BatchNormalization", {"", "weight", "bias", "running_mean", "running_var"}},
    {"Conv", {"", "weight", "bias"}},
    {"ConvTranspose", {"", "weight", "bias"}},
    {"Gather", {"weight"}},
    {"Gemm", {"weight", "weight", "bias"}},
    {"GRU", {"", "weight_ih", "weight_hh", "bias"}},
    {"InstanceNormalization", {"", "weight", "bias"}},
    {"LayerNormalization", {"", "weight", "bias"}},
    {"LSTM", {"", "weight_ih", "weight_hh", "bias"}},
    {"MatMul", {"weight", "weight"}},
    {"PRelu", {"", "weight"}},
    {"RNN", {"", "weight_ih", "weight_hh", "bias"}},
};

std::string role_of(const Node& node, std::size_t input) {
  for (const Roles& roles : all_roles) {
    if (roles.op_type == node.op_type && input < roles.inputs.size() &&
        !roles.inputs[input].empty()) {
      return std::string(roles.inputs[input]);
    }
  }
  return "constant";
}

}  // namespace

std::unordered_map<std::string, std::string> weight_names(const Graph& graph) {
  std::unordered_map<std::string, std::string> names;
  for (const Tensor& tensor : graph.initializers) {
    if (is_numbered(tensor.name)) names.emplace(tensor.name, "");
  }
  if (names.empty()) return names;
  for (const Node& node : graph.nodes) {
    const std::string own = scope_of(node);
    const std::string module = module_of(own);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const auto at = names.find(node.inputs[i]);
      if (at == names.end() || !at->second.empty()) continue;
      at->second = (module.empty() ? without_slash(own) : module) + "." + role_of(node, i);
    }
  }
  std::erase_if(names, [](const auto& each) { return each.second.empty(); });
  return names;
}

std::unordered_set<std::string> parameters_of(const Graph& graph) {
  std::unordered_set<std::string> initializers, parameters;
  for (const Tensor& tensor : graph.initializers) {
    initializers.insert(tensor.name);
    if (tensor.name.ends_with(".weight") || tensor.name.ends_with(".bias"))
      parameters.insert(tensor.name);
  }
  for (const Node& node : graph.nodes) {
    if (!node.domain.empty() && node.domain != "ai.onnx") continue;
    for (const Roles& roles : all_roles) {
      if (roles.op_type != node.op_type) continue;
      for (std::size_t i = 0; i < std::min(node.inputs.size(), roles.inputs.size()); ++i)
        if (!roles.inputs[i].empty() && initializers.contains(node.inputs[i]))
          parameters.insert(node.inputs[i]);
    }
  }
  return parameters;
}

}  // namespace ng::onnx
