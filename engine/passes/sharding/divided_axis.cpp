// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sharding/divided_axis.h"

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

}  // namespace ng
