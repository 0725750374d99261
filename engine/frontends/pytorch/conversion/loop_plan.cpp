// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/loop_plan.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "engine/frontends/pytorch/node_arguments.h"

namespace ng::pytorch {
namespace {

constexpr int most_steps = 64;  // of nested conditions

std::string value_of(const Node& node, std::string_view name) {
  const Argument* argument = find_argument(node, name);
  const bool value = argument && argument->kind == ArgumentKind::value && !argument->values.empty();
  return value ? argument->values[0] : std::string();
}

const Node* maker_of(const Subgraph& graph, const std::string& value) {
  for (const Node& node : graph.nodes)
    if (std::find(node.outputs.begin(), node.outputs.end(), value) != node.outputs.end())
      return &node;
  return nullptr;
}

std::optional<std::size_t> input_of(const Subgraph& graph, const std::string& value) {
  const auto at = std::find(graph.inputs.begin(), graph.inputs.end(), value);
  if (value.empty() || at == graph.inputs.end()) return std::nullopt;
  return static_cast<std::size_t>(at - graph.inputs.begin());
}

bool is_counted(const Subgraph& graph, const std::string& value) {
  const auto type = graph.types.find(value);
  const auto dtype = type == graph.types.end() ? std::nullopt : onnx::dtype_of(type->second.type);
  return dtype && (*dtype == DType::i64 || *dtype == DType::i32);
}

std::int64_t step_of(const Subgraph& body, std::size_t state) {
  if (state >= body.outputs.size() || state >= body.inputs.size()) return 0;
  const std::string& given = body.inputs[state];
  const Node* node = is_counted(body, given) ? maker_of(body, body.outputs[state]) : nullptr;
  if (!node || value_of(*node, "self") != given || find_argument(*node, "alpha")) return 0;
  const auto by = literal_integer(*node, "other");
  if (!by || std::abs(*by) > 1 << 20) return 0;
  return aten_name(*node) == "add" ? *by : aten_name(*node) == "sub" ? -*by : 0;
}

class Limits {
 public:
  Limits(const Subgraph& condition, LoopPlan& plan) : condition_(condition), plan_(plan) {}

  // Those of a condition that holds only if they do.
  void add(const std::string& value, int depth = 0) {
    const Node* node = depth > most_steps ? nullptr : maker_of(condition_, value);
    // A condition that is part of another twice would double the work at each level.
    if (!node || !seen_.insert(value).second) return;
    const std::string_view name = aten_name(*node);
    if (name == "logical_and" || name == "bitwise_and" || name == "__and__") {
      add(value_of(*node, "self"), depth + 1);
      add(value_of(*node, "other"), depth + 1);
    } else {
      add_limit(*node, name);
    }
  }

 private:
  void add_limit(const Node& node, std::string_view name) {
    const auto counter = input_of(condition_, value_of(node, "self"));
    const auto bound = literal_integer(node, "other");
    if (!counter || *counter >= plan_.steps.size() || !bound) return;
    if (std::abs(*bound) > std::int64_t{1} << 40) return;
    const std::int64_t step = plan_.steps[*counter];
    if (step > 0 && (name == "lt" || name == "le"))
      plan_.limits.push_back({*counter, *bound + (name == "le" ? 1 : 0)});
    if (step < 0 && (name == "gt" || name == "ge"))
      plan_.limits.push_back({*counter, *bound - (name == "ge" ? 1 : 0)});
  }

  const Subgraph& condition_;
  LoopPlan& plan_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

LoopPlan plan_of_loop(const Subgraph& condition, const Subgraph& body, std::size_t states) {
  LoopPlan plan;
  for (std::size_t i = 0; i < states; ++i) plan.steps.push_back(step_of(body, i));
  if (!condition.outputs.empty()) Limits(condition, plan).add(condition.outputs[0]);
  return plan;
}

}  // namespace ng::pytorch
