// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/keras/masks.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::keras {
namespace {

constexpr std::string_view readers[] = {"LSTM",
                                        "GRU",
                                        "SimpleRNN",
                                        "Bidirectional",
                                        "MultiHeadAttention",
                                        "Attention",
                                        "Softmax",
                                        "GlobalAveragePooling1D"};
// What ends a mask, besides recurrent layers that return one result.
constexpr std::string_view ends[] = {
    "Flatten",      "Reshape",         "GlobalAveragePooling1D", "GlobalMaxPooling1D",
    "MaxPooling1D", "AveragePooling1D"};

template <std::size_t count>
bool is_one_of(const std::string_view (&names)[count], const std::string& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_set(const onnx::Node& node, std::string_view key) {
  const onnx::Attribute* found = node.find(key);
  return found && found->i != 0;
}

bool keeps_mask(const onnx::Node& node) {
  if (is_one_of(ends, node.op_type)) return false;
  if (node.op_type == "Bidirectional") return is_set(node, "layer.config.return_sequences");
  const bool recurrent =
      node.op_type == "LSTM" || node.op_type == "GRU" || node.op_type == "SimpleRNN";
  return !recurrent || is_set(node, "return_sequences");
}

}  // namespace

void mark_masked(std::vector<onnx::Node>& nodes) {
  std::unordered_multimap<std::string, std::size_t> users;
  std::vector<std::size_t> waiting;
  std::vector<std::string> mask(nodes.size());  // the layer that makes it
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const std::string& input : nodes[i].inputs) users.emplace(input, i);
    const bool makes = nodes[i].op_type == "Embedding" && is_set(nodes[i], "mask_zero");
    if (!makes) continue;
    mask[i] = nodes[i].name;
    waiting.push_back(i);
  }
  while (!waiting.empty()) {
    const std::size_t from = waiting.back();
    waiting.pop_back();
    if (!keeps_mask(nodes[from])) continue;
    for (const std::string& output : nodes[from].outputs) {
      const auto [first, last] = users.equal_range(output);
      for (auto user = first; user != last; ++user) {
        if (!mask[user->second].empty()) continue;
        mask[user->second] = mask[from];
        waiting.push_back(user->second);
      }
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!mask[i].empty() && is_one_of(readers, nodes[i].op_type))
      nodes[i].attributes.push_back(tensorflow::attribute("masked", mask[i].c_str()));
  }
}

}  // namespace ng::keras
