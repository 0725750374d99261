// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/op_devices.h"

#include "engine/graph/op_def.h"
#include "engine/ops/device_copy.h"

namespace ng {
OpDevices::OpDevices(const Graph& graph, const DeviceChoices& choices, const StateDevices& states)
    : choices_(choices), states_(states) {
  const std::vector<NodePtr> order = ordered_nodes(graph);
  for (const NodePtr& node : order)
    if (const auto copy = device_copy_of(*node)) devices_[node.get()] = copy->to;
  do {
    follow_readers(order);
  } while (follow_operands(order));
}

void OpDevices::follow_readers(const std::vector<NodePtr>& order) {
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const auto own = devices_.find(at->get());
    if (own == devices_.end()) continue;
    const auto copy = device_copy_of(**at);
    const std::string device = copy ? copy->from : own->second;
    for (const Value& operand : (*at)->operands)
      if (computes(*operand.node)) devices_.try_emplace(operand.node.get(), device);
  }
}

// Ops without readers, such as watched ones, run where their operands are. Operands that have only
// such readers then follow these.
bool OpDevices::follow_operands(const std::vector<NodePtr>& order) {
  bool changed = false;
  for (const NodePtr& node : order) {
    if (!computes(*node) || devices_.count(node.get())) continue;
    for (const Value& operand : node->operands) {
      if (!has_storage(*operand.node) && !devices_.count(operand.node.get())) continue;
      devices_[node.get()] = std::string(of(*operand.node));
      changed = true;
      break;
    }
  }
  return changed;
}

bool computes(const Node& node) {
  return !node.def->traits.is_source();
}

bool has_storage(const Node& node) {
  const Traits& traits = node.def->traits;
  return traits.is_source() && !traits.is_parameter() && traits.kind != OpKind::constant;
}

const std::string& OpDevices::of(const Node& node) const {
  if (has_storage(node)) {
    const auto kept = states_.find(node.id);
    return kept == states_.end() ? choices_.home : kept->second;
  }
  const auto known = devices_.find(&node);
  return known == devices_.end() ? choices_.home : known->second;
}

}  // namespace ng
