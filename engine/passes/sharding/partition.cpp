// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/sharding/partition.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/cancellation.h"
#include "engine/graph/op_def.h"
#include "engine/kernels/integer_functions.h"
#include "engine/ops/composite.h"
#include "engine/ops/op_loops.h"
#include "engine/ops/placed_state.h"
#include "engine/ops/state.h"
#include "engine/passes/sharding/partition_loop.h"
#include "engine/passes/sharding/state_sharding.h"

namespace ng {
namespace {

using Kind = Split::Kind;

double bytes_of(const Value& value) {
  return static_cast<double>(byte_size(value.type()));
}

// Attributes name the axes of the result: one that is not the loop's, but has the name and length
// of a divided axis, would be divided with it.
bool names_another(const Node& node, const OpLoop& loop) {
  const Axes& result = node.results[0].axes;
  return std::any_of(result.begin(), result.end(), [&](const Axis& axis) {
    if (loop.result && axis == *loop.result) return false;
    return std::any_of(loop.operands.begin(), loop.operands.end(), [&](const auto& own) {
      return own && *own == axis && own->known_length() == axis.known_length();
    });
  });
}

// An exchange that the graph makes among these ranks itself: of values that each has whole.
bool exchanges_among(const Node& node, const RankGroup& group) {
  if (!node.def->traits.collective) return false;
  const auto axis = node.attributes.get<std::string>("group");
  return axis.empty() || axis == group.group;
}

bool divides(const Node& node, const OpLoop& loop, int ranks) {
  const auto can = [ranks](const std::optional<Axis>& axis) {
    return !axis || has_parts(*axis, ranks);
  };
  return !names_another(node, loop) && can(loop.result) &&
         std::all_of(loop.operands.begin(), loop.operands.end(), can);
}

// By 0, parts of a sum would be infinities of both signs.
bool is_nonzero_number(const Value& value) {
  const TensorPtr number = constant_value(value);
  return number && number->shape.empty() && number->at(0) != 0;
}

bool moves_elements(const Node& node) {
  const ViewKind view = node.def->traits.view;
  return view == ViewKind::relabel || view == ViewKind::by_name;
}

// By an infinity, parts of a sum would be NaN or infinities of both signs.
bool is_finite(Value value) {
  while (moves_elements(*value.node)) value = value.node->operands[0];
  if (value.node->def->fn && kernel::is_comparison(*value.node->def->fn)) return true;
  const TensorPtr constant = constant_value(value);
  if (!constant) return false;
  for (std::int64_t i = 0; i < constant->size(); ++i)
    if (!std::isfinite(constant->at(i))) return false;
  return true;
}

// Sums that are not yet combined are rounded once, as the sum of a single process: floats only.
bool keeps_sums(const Node& node) {
  const DType dtype = node.results[0].dtype;
  return is_float(dtype) && std::all_of(node.operands.begin(), node.operands.end(),
                                        [dtype](const Value& x) { return x.dtype() == dtype; });
}

// Ops that read stored parts as parts: updates of state, not the model's products and spreads.
bool keeps_stored_parts(const Node& node, const OpLoop& loop) {
  if (!loop.result || loop.combine) return false;
  if (node.def->lower == LowerKind::scalar) return true;
  return moves_elements(node) &&
         node.operands[0].axes().element_count() == node.results[0].axes.element_count();
}

}  // namespace

Graph Partition::run(const Graph& graph) {
  place_states(graph);
  const std::vector<Value> all = roots(graph);
  place_all(all);
  Graph result = graph;
  placements_.read_by(false);
  const auto make_whole = [this](Value& value) {
    if (value) value = placements_.whole(value);
  };
  std::for_each(result.results.begin(), result.results.end(), make_whole);
  for (StateWrite& write : result.writes) {
    const Split split = placements_.split_of(write.variable);
    write.variable = placements_.form(write.variable, split);
    write.value = placements_.form(write.value, split);
  }
  std::for_each(result.kept.begin(), result.kept.end(), make_whole);
  // Nothing reads them: an exchange among ranks would never be removed.
  for (Value& value : result.unused) {
    const Split as_computed = placements_.split_of(value);
    value = placements_.form(value, parts_ == PartsOf::ranks ? as_computed : Split());
  }
  return result;
}

// State is divided once.
void Partition::place_states(const Graph& graph) {
  const MeshAxis* const shared = state_axis(context_.options.ranks);
  if (!shared || shared->name != group_.group) return;
  for (const NodePtr& node : ordered_nodes(graph)) {
    if (!is_state(*node)) continue;
    const StatePlacement placement = planned_placement(*node, context_.options);
    if (placement.is_whole()) continue;
    const Axes& axes = node->results[0].axes;
    const Axis& axis = axes[placement.dimension];
    const NodePtr own = placed_state(*node, placement, parts_of(axes, {axis}, group_.group_size));
    placements_.set({node, 0}, {Kind::part, axis, true}, {own, 0});
    divided_states_.emplace_back(axes, axis);
  }
}

void Partition::place_all(std::span<const Value> roots) {
  for (const NodePtr& node : ordered_nodes(roots)) {
    poll_cancellation();
    if (!placements_.knows({node, 0})) place(node);
  }
}

void Partition::place(const NodePtr& node) {
  if (node->def->traits.is_source()) return;
  placements_.read_by(node->gradient);
  if (node->loop) return place_loop(node);
  if (node->operands.empty() || node->results.size() != 1 || exchanges_among(*node, group_))
    return place_whole(node);
  if (place_sum(node) || place_divided(node)) return;
  const bool composite = node->def->lower == LowerKind::composite && !node->def->loops;
  composite ? place_composed(node) : place_whole(node);
}

void Partition::place_whole(const NodePtr& node) {
  std::vector<Value> operands = node->operands;
  for (Value& operand : operands) operand = placements_.whole(operand);
  const NodePtr same = operands == node->operands ? node : with_operands(node, operands);
  for (std::size_t i = 0; i < node->results.size(); ++i) {
    const int result = static_cast<int>(i);
    placements_.set({node, result}, {}, {same, result});
  }
}

// An op that is linear in sums over the ranks passes them on: they are combined once, later.
bool Partition::place_sum(const NodePtr& node) {
  const auto is_sum = [this](const Value& x) {
    return placements_.split_of(x).kind == Kind::partial;
  };
  const auto is_combined = [this](const Value& v) { return placements_.is_combined(v); };
  const std::vector<Value>& x = node->operands;
  if (std::none_of(x.begin(), x.end(), is_sum) || !keeps_sums(*node)) return false;
  if (std::any_of(x.begin(), x.end(), is_combined)) return false;
  const auto is_factor = [this](const Value& v) {
    return placements_.split_of(v).kind == Kind::whole && is_finite(v);
  };
  using kernel::Fn;
  bool linear = false;
  if (applies(*node, Fn::add) || applies(*node, Fn::subtract)) {
    linear = is_sum(x[0]) && is_sum(x[1]);
  } else if (applies(*node, Fn::multiply)) {
    linear = (is_sum(x[0]) && is_factor(x[1])) || (is_factor(x[0]) && is_sum(x[1]));
  } else if (applies(*node, Fn::divide)) {
    linear = is_nonzero_number(x[1]);
  } else if (node->def->lower == LowerKind::reduce) {
    linear = node->def->combine == kernel::Combine::add;
  } else {
    linear = applies(*node, Fn::negative) || moves_elements(*node);
  }
  std::int64_t largest = 0;  // a sum is not spread before it is combined
  for (const Value& each : x) {
    if (is_sum(each)) largest = std::max(largest, each.axes().element_count());
  }
  if (!linear || node->results[0].axes.element_count() > largest) return false;
  std::vector<Value> operands = x;
  for (Value& operand : operands)
    operand = is_sum(operand) ? placements_.partial(operand) : placements_.whole(operand);
  placements_.set({node, 0}, {Kind::partial, {}}, {with_operands(node, std::move(operands)), 0});
  return true;
}

bool Partition::place_divided(const NodePtr& node) {
  const std::optional<OpLoop> loop = chosen_loop(*node);
  if (!loop) return false;
  std::vector<Value> operands = node->operands;
  std::vector<Axis> axes;
  bool stored = moves_elements(*node);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::optional<Axis>& axis = loop->operands[i];
    stored &= placements_.split_of(operands[i]).stored;
    operands[i] = axis ? placements_.part(operands[i], *axis) : placements_.whole(operands[i]);
    if (axis) axes.push_back(*axis);
  }
  if (loop->result) axes.push_back(*loop->result);
  const Value computed{divided(*node, std::move(operands), axes, group_.group_size), 0};
  if (loop->result) {
    placements_.set({node, 0}, {Kind::part, *loop->result, stored}, computed);
  } else if (loop->combine == kernel::Combine::add) {
    placements_.set({node, 0}, {Kind::partial, {}}, computed);
  } else {
    placements_.set({node, 0}, {}, placements_.combined(computed, *loop->combine));
  }
  return true;
}

void Partition::place_composed(const NodePtr& node) {
  const bool concerned =
      has_axis({node, 0}) ||
      std::any_of(node->operands.begin(), node->operands.end(), [this](const Value& operand) {
        return placements_.split_of(operand).kind != Kind::whole || has_axis(operand);
      });
  if (!concerned) return place_whole(node);
  Creation creation("shard_axes", *node);
  const Value made = composed(*node);
  if (!made || made.node == node) return place_whole(node);
  place_all({&made, 1});
  placements_.set_same({node, 0}, made);
}

void Partition::place_loop(const NodePtr& node) {
  if (!PartitionLoop(node, axis_, group_, placements_, context_, parts_).place()) place_whole(node);
}

bool Partition::is_begun(const Node& node, const OpLoop& loop) const {
  const bool may_begin_by_state = keeps_stored_parts(node, loop);
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const std::optional<Axis>& axis = loop.operands[i];
    if (!axis) continue;
    const Split split = placements_.split_of(node.operands[i]);
    if (split.is_part(*axis) && (may_begin_by_state || !split.stored)) return true;
    const bool is_sum = split.kind == Kind::partial && may_begin_by_state;
    if (is_sum && axis_of_parts(node.operands[i]) == axis) return true;
  }
  return false;
}

// The sum of a gradient over the ranks is combined in the parts of the state that it updates: a
// whole that is gathered from them later costs no more than one that is combined at once.
std::optional<Axis> Partition::axis_of_parts(const Value& sum) const {
  if (placements_.has_whole(sum)) return std::nullopt;
  for (const auto& [axes, axis] : divided_states_)
    if (axes.is_equal_set(sum.axes())) return axis;
  return std::nullopt;
}

bool Partition::has_axis(const Value& value) const {
  return axis_ && value.axes().contains(*axis_);
}

// Is it a loop over the axis itself? Then wholes are worth dividing, unless that asks for an
// exchange.
bool Partition::is_own(const OpLoop& loop) const {
  return axis_ && !loop.combine && loop.result && *loop.result == *axis_ &&
         loop.result->known_length() == axis_->known_length();
}

double Partition::cost_of(const Node& node, const OpLoop& loop) const {
  double cost = 0;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const Value& operand = node.operands[i];
    const bool ready = placements_.has_whole(operand) ||
                       (loop.operands[i] && placements_.has_part(operand, *loop.operands[i]));
    if (!ready) cost += bytes_of(operand);
  }
  if (loop.combine) cost += static_cast<double>(byte_size(node.results[0]));
  return cost;
}

// Every rank then does all of the work: a FLOP weighs as much as half a byte that is sent.
double Partition::cost_of_whole(const Node& node) const {
  double cost = static_cast<double>(node.def->flops(node)) / 2;
  for (const Value& operand : node.operands) {
    if (!placements_.has_whole(operand)) cost += bytes_of(operand);
  }
  return cost;
}

std::optional<OpLoop> Partition::chosen_loop(const Node& node) const {
  std::optional<OpLoop> best;
  constexpr double any = std::numeric_limits<double>::infinity();
  double least = parts_ == PartsOf::one_process ? any : cost_of_whole(node);
  for (OpLoop& loop : loops_of(node)) {
    if (!divides(node, loop, group_.group_size)) continue;
    if (!is_begun(node, loop) && !is_own(loop)) continue;
    const double cost = cost_of(node, loop);
    if (best ? cost >= least : cost > least) continue;
    least = cost;
    best = std::move(loop);
  }
  return best;
}

}  // namespace ng
