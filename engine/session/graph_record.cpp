// SPDX-License-Identifier: Apache-2.0
// Converts graphs to plain records.
#include "engine/session/graph_record.h"

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "engine/base/cancellation.h"
#include "engine/graph/op_def.h"
#include "engine/ops/fused.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/sequencing.h"
#include "engine/records/graph_record.h"

namespace ng {
namespace {

std::optional<AxisRole> axis_role(const Axis& axis) {
  if (axis.is_batch()) return AxisRole::batch;
  if (axis.is_recurrent()) return AxisRole::recurrent;
  if (axis.is_channel()) return AxisRole::channel;
  return std::nullopt;
}

// Of one evaluation, a loop's of all its steps. Nothing if a length is not known.
OpCost cost_of(const Node& node) {
  for (const TensorType& type : node.results) {
    if (!type.axes.all_lengths_known()) return {};
  }
  OpCost cost{node.def->flops(node), 0};
  if (!node.loop) {
    cost.bytes = byte_traffic(node);
    return cost;
  }
  for (const NodePtr& inner : node.loop->order) cost.bytes += cost_of(*inner).bytes;
  cost.bytes *= scan_parts(node).steps;
  return cost;
}

}  // namespace

std::vector<AxisRecord> axis_records(const Axes& axes) {
  std::vector<AxisRecord> records;
  records.reserve(axes.size());
  for (const Axis& axis : axes) {
    records.push_back({axis.label(), axis.known_length(), axis.dual_level(), axis_role(axis)});
  }
  return records;
}

namespace {

// An op as written by the user.
struct WrittenOp {
  NodePtr node;
  OpRole role;
};
using WrittenOps = std::unordered_map<OpId, WrittenOp>;

WrittenOps written_in(const std::vector<NodePtr>& order) {
  WrittenOps ops;
  ops.reserve(order.size());
  const auto role_of = [&ops](const Value& value) {
    const auto at = ops.find(value.node->id);
    return at == ops.end() ? std::nullopt : std::optional(at->second.role);
  };
  for (const NodePtr& node : order) {
    const Traits& traits = node->def->traits;
    OpRole role = OpRole::forward;
    for (const Value& operand : node->operands) {
      const std::optional<OpRole> from = role_of(operand);
      if (from == OpRole::gradient || from == OpRole::update) role = OpRole::update;
      if (from == OpRole::loss && role != OpRole::update) role = OpRole::loss;
    }
    if (traits.cost && role != OpRole::update) role = OpRole::loss;
    if (traits.kind == OpKind::derivative) role = OpRole::gradient;
    if (traits.is_effect() || traits.is_sequencing()) role = OpRole::update;
    // A sequential op that follows updates of a layer's own state still returns the layer's value.
    const bool passes_on =
        traits.is_sequencing() && !node->results.empty() && !node->operands.empty();
    if (passes_on && role_of(node->operands.back()) == OpRole::forward) role = OpRole::forward;
    if (traits.is_source()) role = OpRole::input;
    ops[node->id] = {node, role};
  }
  return ops;
}

bool same_axes(const Axes& a, const Axes& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Axis& x, const Axis& y) {
    return x.identity() == y.identity() && x.dual_level() == y.dual_level();
  });
}

bool same_type(const TensorType& a, const TensorType& b) {
  return a.dtype == b.dtype && same_axes(a.axes, b.axes);
}

// Compares tensors by identity only.
bool same_attributes(const Attributes& a, const Attributes& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    if (x.first != y.first) return false;
    const auto* axes = std::get_if<Axes>(&x.second);
    const auto* others = std::get_if<Axes>(&y.second);
    return axes && others ? same_axes(*axes, *others) : !axes && !others && x.second == y.second;
  });
}

int result_of(const Value& operand) {
  return operand.node->body ? 0 : operand.result;
}

// Does `record`, made for `then`, also describe `now`?
bool describes(const OpRecord& record, const Node& then, const Node& now) {
  if (&then == &now) return true;
  if (now.def != then.def || now.label != then.label || now.loop != then.loop || now.body ||
      then.body || now.gradient != then.gradient || now.name != then.name ||
      now.made_by != then.made_by || now.origins != then.origins ||
      now.operands.size() != then.operands.size() ||
      !std::equal(now.results.begin(), now.results.end(), then.results.begin(), then.results.end(),
                  same_type) ||
      !same_attributes(now.attributes, then.attributes)) {
    return false;
  }
  for (std::size_t i = 0; i < now.operands.size(); ++i) {
    const Value &a = now.operands[i], &b = then.operands[i];
    const OperandRecord& operand = record.operands[i];
    if (operand.op != producer_of(a).id || operand.result != result_of(a)) return false;
    if (a.has_type() != b.has_type() || (a.has_type() && !same_type(a.type(), b.type())))
      return false;
  }
  return true;
}

}  // namespace

struct GraphRecorder::State {
  explicit State(const std::vector<NodePtr>& written) : written_(written_in(written)) {}

  // `order` contains all nodes of `graph`.
  GraphRecordPtr record(const Graph& graph, const std::vector<NodePtr>& order) {
    ++graph_;
    known_.reserve(order.size());
    record_ = std::make_shared<GraphRecord>();
    record_->ops.reserve(order.size());
    add_all(order);
    for (const Value& result : graph.results) {
      if (result) record_->results.push_back(producer_of(result).id);
    }
    for (const StateWrite& write : graph.writes) {
      const auto variable = known_.find(write.variable.node->id);
      if (variable == known_.end() || variable->second.graph != graph_) continue;
      record_->ops.edit(variable->second.row)
          .attributes.emplace_back("written by", display_name(producer_of(write.value)));
    }
    record_->find(0);  // builds the index before the record is shared
    return std::move(record_);
  }

  void place(const OpPlacements& placements) {
    for (const auto& [op, by_axis] : placements) {
      Placement& known = placements_[op];
      for (const auto& [axis, placement] : by_axis) known.by_axis[axis] = placement;
      known.text.clear();
      for (const auto& [axis, placement] : known.by_axis)
        known.text += (known.text.empty() ? "" : ", ") + placement;
      known_.erase(op);
    }
  }

 private:
  // The latest record of an op.
  struct Known {
    const Node* node = nullptr;
    const Node* fused = nullptr;  // the fused op that contains it
    std::string step;             // names of the loops around it
    std::shared_ptr<const OpRecord> record;
    std::size_t row = 0;
    int graph = 0;
  };

  void add_all(const std::vector<NodePtr>& nodes) {
    for (const NodePtr& node : nodes) {
      if (is_recorded(node->id)) continue;  // recomputed in a backward loop
      if (node->body) {
        add_fused(*node);
      } else {
        add(*node, nullptr);
      }
      if (node->loop) add_step(*node);
    }
  }

  // The ops of a loop body get the loop's name as scope.
  void add_step(const Node& loop) {
    std::vector<Value> roots;
    for (const NodePtr& parameter : loop.loop->parameters) roots.push_back({parameter, 0});
    for (const Value& result : loop.loop->results) {
      if (result) roots.push_back(result);
    }
    const std::string outer = step_;
    const std::int64_t outer_steps = steps_;
    step_ += (step_.empty() ? "" : "/") + display_name(loop);
    steps_ *= scan_parts(loop).steps;
    add_all(ordered_nodes(std::span<const Value>(roots)));
    step_ = outer;
    steps_ = outer_steps;
  }

  void add_fused(const Node& fused) {
    add(fused, nullptr);
    for (const NodePtr& member : fused.body->order) {
      for (const Value& operand : member->operands) {
        const bool constant =
            operand.node->def->traits.is_source() && !operand.node->def->traits.is_parameter();
        if (constant && !is_recorded(operand.node->id)) add(*operand.node, &fused);
      }
      add(*member, &fused);
    }
  }

  bool is_recorded(OpId id) const {
    const auto at = known_.find(id);
    return at != known_.end() && at->second.graph == graph_;
  }

  void add(const Node& node, const Node* fused) {
    poll_cancellation();
    Known& known = known_[node.id];
    if (!known.record || known.step != step_ || !describes(*known.record, *known.node, node)) {
      known.record = std::make_shared<const OpRecord>(made(node, fused));
      known.step = step_;
    } else if (known.fused != fused) {
      OpRecord moved = *known.record;
      set_kernel(moved, node, fused);
      known.record = std::make_shared<const OpRecord>(std::move(moved));
    }
    known.node = &node;
    known.fused = fused;
    known.row = record_->ops.size();
    known.graph = graph_;
    record_->ops.share(known.record);
  }

  OpRecord made(const Node& node, const Node* fused) const {
    OpRecord op;
    op.id = node.id;
    op.op = node.def->name;
    op.name = display_name(node);
    op.glyph = node.def->glyph;
    op.family = node.def->family;
    op.traits = node.def->traits;
    op.made_by = node.made_by;
    op.origins = node.origins;
    op.role = role_of(node);
    add_label(node, op);
    if (!step_.empty()) op.scope = step_ + (op.scope.empty() ? "" : "/") + op.scope;
    add_operands(node, op);
    op.results.reserve(node.results.size());
    for (const TensorType& type : node.results) {
      op.results.push_back({axis_records(type.axes), type.dtype});
    }
    for (const auto& [key, value] : node.attributes) {
      op.attributes.emplace_back(key, to_string(value));
    }
    add_cost(node, op);
    if (const std::string* placement = placement_of(node); placement && !placement->empty())
      op.metadata.emplace_back("placement", *placement);
    set_kernel(op, node, fused);
    return op;
  }

  // Its own, or, of an op that was made later, that of an op that it comes from.
  const std::string* placement_of(const Node& node) const {
    if (placements_.empty()) return nullptr;
    const auto of = [this](OpId op) {
      const auto at = placements_.find(op);
      return at == placements_.end() ? nullptr : &at->second.text;
    };
    if (node.body) return placement_of(*node.body->order.back());
    if (const std::string* own = of(node.id)) return own;
    for (const OpId origin : node.origins)
      if (const std::string* found = of(origin)) return found;
    return nullptr;
  }

  static void set_kernel(OpRecord& op, const Node& node, const Node* fused) {
    op.kernel = fused ? fused->id : 0;
    op.kernel_name = fused ? display_name(*fused) : node.body ? display_name(node) : "";
  }

  OpRole role_of(const Node& node) const {
    if (node.body) return role_of(*node.body->order.back());
    if (node.def->traits.is_source() && node.made_by.empty()) return OpRole::input;
    if (node.gradient) return OpRole::gradient;
    const OpId origin = node.origins.empty() ? node.id : node.origins.front();
    const auto at = written_.find(origin);
    return at == written_.end() ? OpRole::forward : at->second.role;
  }

  // The user's label of the op, or of its first origin.
  void add_label(const Node& node, OpRecord& op) const {
    const Label* label = node.label.get();
    if (!label && !node.origins.empty()) {
      const auto at = written_.find(node.origins.front());
      if (at != written_.end()) label = at->second.node->label.get();
    }
    if (!label) return;
    op.scope = label->scope();
    op.file = label->file;
    op.line = label->line;
    op.metadata.assign(label->metadata.begin(), label->metadata.end());
  }

  void add_operands(const Node& node, OpRecord& op) const {
    const auto& names = node.def->operands;
    op.operands.reserve(node.operands.size());
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      const Value& operand = node.operands[i];
      const std::string_view known = i < names.size() ? names[i] : std::string_view();
      const bool list = known.empty() || known.ends_with("…");
      op.operands.push_back({producer_of(operand).id, result_of(operand),
                             list ? std::to_string(i) : std::string(known)});
    }
  }

  void add_cost(const Node& node, OpRecord& op) const {
    const OpCost cost = cost_of(node);
    op.flops = steps_ * cost.flops;
    op.bytes = steps_ * cost.bytes;
  }

  struct Placement {
    std::map<std::string, std::string> by_axis;
    std::string text;  // "part of N, stage 1"
  };

  const WrittenOps written_;
  std::unordered_map<OpId, Placement> placements_;  // empty: whole on every rank
  std::unordered_map<OpId, Known> known_;
  int graph_ = 0;  // number of recorded graphs
  std::shared_ptr<GraphRecord> record_;
  std::string step_;        // loops around the ops being added
  std::int64_t steps_ = 1;  // of these loops, in all
};

GraphRecorder::GraphRecorder(const Graph& written)
    : state_(std::make_unique<State>(ordered_nodes(written))) {}

GraphRecorder::~GraphRecorder() = default;

GraphRecordPtr GraphRecorder::record(const Graph& graph) {
  return state_->record(graph, ordered_nodes(graph));
}

void GraphRecorder::place(const OpPlacements& placements) {
  state_->place(placements);
}

GraphRecordPtr make_graph_record(const Graph& graph) {
  const std::vector<NodePtr> order = ordered_nodes(graph);
  return GraphRecorder::State(order).record(graph, order);
}

OpCost call_cost(const Graph& graph) {
  OpCost cost;
  for (const NodePtr& node : ordered_nodes(graph)) {
    const OpCost each = cost_of(*node);
    cost.flops += each.flops;
    cost.bytes += each.bytes;
  }
  return cost;
}

}  // namespace ng
