// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sharding/partition_loop.h"

#include <algorithm>

#include "engine/graph/graph.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/passes/sharding/partition.h"

namespace ng {
namespace {

using Kind = Split::Kind;

// Zeros are also the sum of zeros of all ranks.
bool is_zero(Value value) {
  while (value.node->def->traits.view != ViewKind::none && value.node->operands.size() == 1)
    value = value.node->operands[0];
  return is_constant(value, 0);
}

// Does a body exchange values of this group?
bool exchanges(const std::vector<Value>& results, const RankGroup& group) {
  const std::vector<NodePtr> nodes = ordered_nodes(results);
  return std::any_of(nodes.begin(), nodes.end(), [&group](const NodePtr& node) {
    if (node->loop && exchanges(node->loop->results, group)) return true;
    return node->def->traits.collective &&
           node->attributes.get<std::string>("group") == group.group;
  });
}

}  // namespace

PartitionLoop::PartitionLoop(const NodePtr& node, const std::optional<Axis>& axis,
                             const RankGroup& group, Placements& placements, PassContext& context,
                             PartsOf parts)
    : node_(node),
      parts_(scan_parts(*node)),
      axis_(axis),
      group_(group),
      placements_(placements),
      context_(context),
      who_(parts),
      settled_(parts_.states, false) {
  for (std::size_t i = 0; i < node->operands.size(); ++i) splits_.push_back(of_operand(i));
}

// As it comes, or by the axis itself; sums that begin with zeros stay sums.
Split PartitionLoop::of_operand(std::size_t i) const {
  if (parts_.active && i == *parts_.active) return {};
  const Value& value = node_->operands[i];
  const bool sequence = i >= parts_.states && i < parts_.states + parts_.sequences;
  const Split split = placements_.split_of(value);
  if (split.kind == Kind::part && !split.stored && !(sequence && split.axis == parts_.axis))
    return split;
  if (const auto own = own_axis(value, sequence)) return {Kind::part, *own};
  if (i < parts_.states && is_float(value.dtype()) && is_zero(value)) return {Kind::partial, {}};
  return {};
}

// The divided axis itself, in the value; the loop does not divide its own axis.
std::optional<Axis> PartitionLoop::own_axis(const Value& value, bool sequence) const {
  if (!axis_ || (sequence && *axis_ == parts_.axis)) return std::nullopt;
  const auto at = value.axes().find(*axis_);
  const bool is_own = at && value.axes()[*at].known_length() == axis_->known_length();
  return is_own ? std::optional(value.axes()[*at]) : std::nullopt;
}

bool PartitionLoop::place() {
  std::optional<Step> step;
  while (!step) step = divided_step();
  if (who_ == PartsOf::one_process && exchanges(step->results, group_)) return false;
  set_results(std::move(*step));
  return true;
}

NodePtr PartitionLoop::parameter(std::size_t i) const {
  const NodePtr& own = node_->loop->parameters[i];
  if (splits_[i].kind != Kind::part) return own;
  return divided(*own, {}, {splits_[i].axis}, group_.group_size);
}

bool PartitionLoop::changes(std::size_t state, const Split& out) {
  Split& in = splits_[state];
  if (in == out || in.kind == Kind::part) return false;
  const bool may_be_part =
      !settled_[state] && out.kind == Kind::part && !(parts_.active && state == *parts_.active);
  if (in.kind == Kind::whole && !may_be_part) return false;
  in = may_be_part ? out : Split{};
  settled_[state] = may_be_part;
  return true;
}

std::optional<PartitionLoop::Step> PartitionLoop::divided_step() {
  Partition inside(axis_, group_, context_, who_);
  Step step;
  for (std::size_t i = 0; i < splits_.size(); ++i) {
    step.parameters.push_back(parameter(i));
    inside.placements().set({node_->loop->parameters[i], 0}, splits_[i], {step.parameters[i], 0});
  }
  step.results = node_->loop->results;
  std::vector<Value> computed;
  for (const Value& result : step.results) {
    if (result) computed.push_back(result);
  }
  inside.place_all(computed);
  bool stays = true;
  for (std::size_t i = 0; i < step.results.size(); ++i) {
    Value& result = step.results[i];
    Split split = result ? inside.placements().split_of(result) : Split{};
    if (i < parts_.states) {
      if (result) stays &= !changes(i, split);
      split = splits_[i];
    }
    if (!stays) continue;
    if (result) result = inside.placements().form(result, split);
    step.splits.push_back(split);
  }
  return stays ? std::optional(std::move(step)) : std::nullopt;
}

Value PartitionLoop::operand(std::size_t i) {
  const Value& value = node_->operands[i];
  return splits_[i].kind == Kind::part ? placements_.part(value, splits_[i].axis)
                                       : placements_.whole(value);
}

void PartitionLoop::set_results(Step step) {
  auto copy = new_node(*node_);
  for (std::size_t i = 0; i < copy->operands.size(); ++i) copy->operands[i] = operand(i);
  for (std::size_t i = 0; i < parts_.states; ++i) step.splits.push_back(step.splits[i]);
  for (std::size_t i = 0; i < copy->results.size(); ++i) {
    const Split& split = step.splits[i];
    if (split.kind == Kind::part)
      copy->results[i].axes = parts_of(copy->results[i].axes, {split.axis}, group_.group_size);
  }
  copy->loop = scan_body(std::move(step.parameters), std::move(step.results));
  for (std::size_t i = 0; i < node_->results.size(); ++i) {
    const int result = static_cast<int>(i);
    placements_.set({node_, result}, step.splits[i], {copy, result});
  }
}

}  // namespace ng
