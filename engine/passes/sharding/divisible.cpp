// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sharding/divisible.h"

#include <algorithm>

#include "engine/graph/op_def.h"
#include "engine/passes/sharding/placements.h"

namespace ng {
namespace {

// Is it the axis of this name; without a name, a batch?
bool is_meant(const Axis& axis, const std::string& name) {
  if (axis.dual_level() != 0 || !axis.has_length()) return false;
  return name.empty() ? axis.is_batch() : axis.name() == name;
}

// Of inputs, else of state, else of any value.
std::optional<Axis> first_axis(const Graph& graph, const std::string& name) {
  std::optional<Axis> of_state, of_any;
  for (const NodePtr& node : ordered_nodes(graph)) {
    const Traits& traits = node->def->traits;
    for (const TensorType& type : node->results) {
      for (const Axis& axis : type.axes) {
        if (!is_meant(axis, name)) continue;
        if (traits.kind == OpKind::placeholder) return axis;
        if (traits.is_state() && !of_state) of_state = axis;
        if (!of_any) of_any = axis;
      }
    }
  }
  return of_state ? of_state : of_any;
}

std::int64_t computed_ops(const Graph& graph) {
  const std::vector<NodePtr> nodes = ordered_nodes(graph);
  return std::count_if(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    return node->def->traits.kind == OpKind::compute;
  });
}

}  // namespace

std::string named_for_division(const Graph& graph) {
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (!node->label) continue;
    const auto found = node->label->metadata.find("parallel");
    if (found != node->label->metadata.end()) return found->second;
  }
  return {};
}

std::optional<Axis> divided_axis(const Graph& graph, const std::string& given) {
  return first_axis(graph, given.empty() ? named_for_division(graph) : given);
}

std::optional<Axis> batch_axis(const Graph& graph) {
  return first_axis(graph, "");
}

bool is_divisible(const NodePtr& computation, const std::vector<MeshAxis>& ranks) {
  Graph graph;
  graph.results = {{computation, 0}};
  return std::all_of(ranks.begin(), ranks.end(), [&graph](const MeshAxis& each) {
    if (each.is_stages()) return computed_ops(graph) >= each.ranks;
    const std::optional<Axis> axis = divided_axis(graph, each.name);
    return axis && has_parts(*axis, each.ranks);
  });
}

}  // namespace ng
