// SPDX-License-Identifier: Apache-2.0
// Chooses the device of every op, and copies values between ops of different devices.
#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "engine/base/error.h"
#include "engine/graph/op_def.h"
#include "engine/lowering/op_devices.h"
#include "engine/ops/device_copy.h"
#include "engine/passes/passes.h"
#include "engine/passes/sharding/divided_axis.h"
#include "engine/passes/sharding/partition.h"
#include "engine/passes/staging/micro_batches.h"
#include "engine/passes/staging/unrolled_parts.h"

namespace ng {
namespace {

constexpr const char* rule = "assign_devices";

class DeviceAssigner {
 public:
  DeviceAssigner(const UnrolledParts& parts, const DeviceChoices& choices, StateDevices& states,
                 PassContext& context)
      : graph_(parts.graph),
        parts_(parts.part),
        choices_(choices),
        states_(states),
        context_(context),
        order_(ordered_nodes(parts.graph)) {}

  Graph run() {
    find_named();
    while (follow_operands() || follow_readers()) {
    }
    for (const NodePtr& node : order_)
      if (computes(*node)) devices_.try_emplace(node.get(), choices_.home);
    for (const NodePtr& node : order_)
      if (has_storage(*node)) states_.try_emplace(node->id, planned_device(*node));
    return rebuilt();
  }

 private:
  // Ops that passes made have the device of the op they come from.
  void find_named() {
    for (const NodePtr& node : order_) {
      auto named = choices_.of_ops.find(node->id);
      for (const OpId origin : node->origins)
        if (named == choices_.of_ops.end()) named = choices_.of_ops.find(origin);
      if (named == choices_.of_ops.end()) continue;
      const auto part = parts_.find(node.get());
      const bool divided = part != parts_.end() && choices_.parallel->ops.count(named->first) > 0;
      devices_[node.get()] =
          divided ? choices_.parallel->devices[static_cast<std::size_t>(part->second)]
                  : named->second;
    }
  }

  // Ops without a device take that of their largest operand.
  bool follow_operands() {
    bool changed = false;
    for (const NodePtr& node : order_) {
      if (!computes(*node) || devices_.count(node.get())) continue;
      const std::string* chosen = nullptr;
      std::int64_t largest = -1;
      for (const Value& operand : node->operands) {
        const auto known = devices_.find(operand.node.get());
        if (known == devices_.end() || !operand.has_type()) continue;
        const std::int64_t bytes = byte_size(operand.type());
        if (bytes <= largest) continue;
        largest = bytes;
        chosen = &known->second;
      }
      if (!chosen) continue;
      devices_[node.get()] = std::string(*chosen);
      changed = true;
    }
    return changed;
  }

  // Ops that are still without a device take that of a reader.
  bool follow_readers() {
    bool changed = false;
    for (auto at = order_.rbegin(); at != order_.rend(); ++at) {
      const auto known = devices_.find(at->get());
      if (known == devices_.end()) continue;
      const std::string device = known->second;
      for (const Value& operand : (*at)->operands)
        if (computes(*operand.node))
          changed |= devices_.try_emplace(operand.node.get(), device).second;
    }
    return changed;
  }

  // A variable is kept where its new value is computed, other storage where it is read.
  std::string planned_device(const Node& storage) const {
    if (const auto named = devices_.find(&storage); named != devices_.end()) return named->second;
    for (const StateWrite& write : graph_.writes)
      if (write.variable.node.get() == &storage && computes(*write.value.node))
        return devices_.at(write.value.node.get());
    for (const NodePtr& node : order_)
      for (const Value& operand : node->operands)
        if (operand.node.get() == &storage) return devices_.at(node.get());
    return choices_.home;
  }

  const std::string& device_of(const Node& node) const {
    return has_storage(node) ? states_.at(node.id) : devices_.at(&node);
  }

  Graph rebuilt() {
    for (const NodePtr& node : order_) {
      std::vector<Value> operands = node->operands;
      if (computes(*node))
        for (Value& operand : operands) operand = on_device(operand, device_of(*node), false);
      const bool same = operands == node->operands;
      new_[node.get()] = same ? node : with_operands(node, std::move(operands));
    }
    Graph result = graph_;
    for (Value& value : result.results) value = at_its_device(value);
    for (Value& value : result.unused) value = at_its_device(value);
    for (Value& value : result.kept) value = at_its_device(value);
    for (StateWrite& write : result.writes)
      write.value = on_device(write.value, device_of(*write.variable.node), true);
    return result;
  }

  Value current(const Value& value) const {
    return value ? Value{new_.at(value.node.get()), value.result} : Value{};
  }

  Value at_its_device(const Value& value) {
    if (!value || !value.has_type() || !computes(*value.node)) return current(value);
    return on_device(value, device_of(*value.node), true);
  }

  // The value for a reader on `device`. Constants are on all of them. `says_where`: also if it is
  // there already, so that the op's device can be found from its readers.
  Value on_device(const Value& value, const std::string& device, bool says_where) {
    const Node& node = *value.node;
    if (!value.has_type() || (!computes(node) && !has_storage(node))) return current(value);
    const std::string& from = device_of(node);
    if (from == device && !(says_where && computes(node))) return current(value);
    Value& copy = copies_[{&node, value.result, device}];
    if (copy) return copy;
    const Creation creation(rule, node);
    copy = device_copy(Op(current(value)), {from, device}).value();
    if (from != device) {
      Rewrite rewrite;
      rewrite.rule = rule;
      rewrite.added = {copy.node->id};
      context_.rewrites.push_back(std::move(rewrite));
    }
    return copy;
  }

  const Graph& graph_;
  const std::unordered_map<const Node*, int>& parts_;
  const DeviceChoices& choices_;
  StateDevices& states_;
  PassContext& context_;
  const std::vector<NodePtr> order_;
  std::unordered_map<const Node*, std::string> devices_;
  std::unordered_map<const Node*, NodePtr> new_;
  std::map<std::tuple<const Node*, int, std::string>, Value> copies_;
};

[[noreturn]] void refuse_parts(const Graph& graph, const DeviceChoices::Parallel& parallel,
                               const std::optional<Axis>& axis) {
  Diagnostic diagnostic;
  diagnostic.ops.assign(parallel.ops.begin(), parallel.ops.end());
  for (const NodePtr& node : ordered_nodes(graph))
    if (diagnostic.where.empty() && computes(*node) && parallel.ops.count(node->id))
      diagnostic.where = describe(*node);
  diagnostic.what = "the axis '" + parallel.axis + "' cannot be divided among " +
                    std::to_string(parallel.devices.size()) + " devices";
  diagnostic.found = axis ? axis->text() : "no value with this axis";
  diagnostic.expected = "an axis whose length the number of devices divides";
  diagnostic.action = "change the metadata 'parallel' or 'device_id', or the length of the axis";
  refuse(ErrorKind::value, std::move(diagnostic));
}

// The ops of all parts, if devices divide an axis among them.
UnrolledParts parts_of(const Graph& graph, const DeviceChoices& choices, PassContext& context) {
  if (!choices.parallel) return {graph, {}};
  const int count = static_cast<int>(choices.parallel->devices.size());
  const std::optional<Axis> axis = divided_axis(graph, choices.parallel->axis);
  if (!axis || !has_parts(*axis, count)) refuse_parts(graph, *choices.parallel, axis);
  return unrolled_parts(graph_of_parts(graph, *axis, count, context), count, rule);
}

Graph run(const Graph& graph, PassContext& context) {
  const PassOptions& options = context.options;
  if (!options.devices || !context.loop.empty()) return graph;
  check(options.state_devices != nullptr, "devices without a place for those of state");
  const UnrolledParts parts = parts_of(graph, *options.devices, context);
  return DeviceAssigner(parts, *options.devices, *options.state_devices, context).run();
}

}  // namespace

const Pass assign_devices = {
    .name = "assign_devices",
    .sentence =
        "op -> with a device: that of its metadata, else of its operands, else of its readers; "
        "values that another device reads are copied there",
    .phase = PassPhase::graph,
    .condition = "on the transformer hetr",
    .reason = "before the rules and fuse, which do not join ops of different devices",
    .run = run,
    .required = true,
};

}  // namespace ng
