// SPDX-License-Identifier: Apache-2.0
// Graphs as plain records.
#include "engine/session/graph_record.h"

#include "engine/ops/fused.h"
#include "engine/ops/sequencing.h"

namespace ng {
namespace {

std::string axis_role(const Axis& axis) {
  if (axis.is_batch()) return "batch";
  if (axis.is_recurrent()) return "recurrent";
  return axis.is_channel() ? "channel" : "";
}

bool is_cost(const Node& node) {
  return node.def->name.find("cross_entropy") != std::string_view::npos;
}

}  // namespace

std::vector<AxisRecord> axis_records(const Axes& axes) {
  std::vector<AxisRecord> records;
  for (const Axis& axis : axes) {
    records.push_back(
        {axis.label(), axis.known_length().value_or(-1), axis.dual_level(), axis_role(axis)});
  }
  return records;
}

namespace {

WrittenOps written_in(const std::vector<NodePtr>& order) {
  WrittenOps ops;
  ops.reserve(order.size());
  const auto role_of = [&ops](const Value& value) {
    const auto at = ops.find(value.node->id);
    return at == ops.end() ? std::string_view() : at->second.role;
  };
  for (const NodePtr& node : order) {
    const Traits& traits = node->def->traits;
    std::string_view role = "forward";
    for (const Value& operand : node->operands) {
      const std::string_view from = role_of(operand);
      if (from == "gradient" || from == "update") role = "update";
      if (from == "loss" && role != "update") role = "loss";
    }
    if (is_cost(*node) && role != "update") role = "loss";
    if (node->def == &deriv_op) role = "gradient";
    if (traits.effect || traits.sequencing) role = "update";
    // What comes after updates of a layer's own state is the layer's value still.
    const bool passes_on = traits.sequencing && !node->results.empty() && !node->operands.empty();
    if (passes_on && role_of(node->operands.back()) == "forward") role = "forward";
    if (traits.source) role = "input";
    ops[node->id] = {node, role};
  }
  return ops;
}

class Recorder {
 public:
  // `order` is that of all nodes of `graph`.
  Recorder(const Graph& graph, const std::vector<NodePtr>& order, const WrittenOps& written)
      : written_(written), record_(std::make_shared<GraphRecord>()) {
    record_->ops.reserve(order.size());
    places_.reserve(order.size());
    add_all(order);
    for (const Value& result : graph.results) {
      if (result) record_->results.push_back(producer_of(result).id);
    }
    for (const StateWrite& write : graph.writes) {
      if (OpRecord* variable = find(write.variable.node->id)) {
        variable->attributes.emplace_back("written by", display_name(producer_of(write.value)));
      }
    }
  }

  // The look-up index is built here, while nobody else sees the record: later reads need no lock.
  std::shared_ptr<GraphRecord> take() {
    record_->find(0);
    return std::move(record_);
  }

 private:
  void add_all(const std::vector<NodePtr>& nodes) {
    for (const NodePtr& node : nodes) {
      if (places_.count(node->id)) continue;  // computed again in a backward loop
      if (node->body) {
        add_fused(*node);
      } else {
        add(*node, nullptr);
      }
      if (node->loop) add_step(*node);
    }
  }

  // The ops of a loop's step stand in a scope of the loop's name.
  void add_step(const Node& loop) {
    std::vector<Value> roots;
    for (const NodePtr& parameter : loop.loop->parameters) roots.push_back({parameter, 0});
    for (const Value& result : loop.loop->results) {
      if (result) roots.push_back(result);
    }
    const std::string outer = step_;
    step_ += (step_.empty() ? "" : "/") + display_name(loop);
    add_all(ordered_nodes(std::span<const Value>(roots)));
    step_ = outer;
  }

  void add_fused(const Node& fused) {
    add(fused, nullptr);
    for (const NodePtr& member : fused.body->order) {
      for (const Value& operand : member->operands) {
        const bool constant =
            operand.node->def->traits.source && operand.node->def != &parameter_op;
        if (constant && !find(operand.node->id)) add(*operand.node, &fused);
      }
      add(*member, &fused);
    }
  }

  OpRecord* find(OpId id) {
    const auto at = places_.find(id);
    return at == places_.end() ? nullptr : &record_->ops[at->second];
  }

  void add(const Node& node, const Node* fused) {
    places_[node.id] = record_->ops.size();
    OpRecord& op = record_->ops.emplace_back();
    op.id = node.id;
    op.op = node.def->name;
    op.name = display_name(node);
    op.glyph = node.def->glyph;
    op.family = node.def->family;
    op.made_by = node.made_by;
    op.origins = node.origins;
    op.role = role_of(node);
    add_label(node, op);
    if (!step_.empty()) op.scope = step_ + (op.scope.empty() ? "" : "/") + op.scope;
    add_operands(node, op);
    for (const TensorType& type : node.results) {
      op.results.push_back({axis_records(type.axes), std::string(name(type.dtype))});
    }
    for (const auto& [key, value] : node.attributes) {
      op.attributes.emplace_back(key, to_string(value));
    }
    add_cost(node, op);
    if (fused) {
      op.kernel = fused->id;
      op.kernel_name = display_name(*fused);
    } else if (node.body) {
      op.kernel_name = display_name(node);
    }
  }

  std::string_view role_of(const Node& node) const {
    if (node.body) return role_of(*node.body->order.back());
    if (node.def->traits.source && node.made_by.empty()) return "input";
    if (node.gradient) return "gradient";
    const OpId origin = node.origins.empty() ? node.id : node.origins.front();
    const auto at = written_.find(origin);
    return at == written_.end() ? "forward" : at->second.role;
  }

  // Where the user made the op, or the first of the ops it comes from.
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
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      const Value& operand = node.operands[i];
      const std::string_view known = i < names.size() ? names[i] : std::string_view();
      const bool list = known.empty() || known.ends_with("…");
      op.operands.push_back({producer_of(operand).id, operand.node->body ? 0 : operand.result,
                             list ? std::to_string(i) : std::string(known)});
    }
  }

  static void add_cost(const Node& node, OpRecord& op) {
    for (const TensorType& type : node.results) {
      if (!type.axes.all_lengths_known()) return;
    }
    op.flops = node.def->flops(node);
    op.bytes = byte_traffic(node);
  }

  const WrittenOps& written_;
  std::shared_ptr<GraphRecord> record_;
  std::unordered_map<OpId, std::size_t> places_;
  std::string step_;  // the loops around the ops that are being added
};

}  // namespace

WrittenOps written_ops(const Graph& graph) {
  return written_in(ordered_nodes(graph));
}

GraphRecordPtr make_graph_record(const Graph& graph, const WrittenOps& written) {
  return Recorder(graph, ordered_nodes(graph), written).take();
}

GraphRecordPtr make_graph_record(const Graph& graph) {
  const std::vector<NodePtr> order = ordered_nodes(graph);
  return Recorder(graph, order, written_in(order)).take();
}

CallCost call_cost(const GraphRecord& graph) {
  CallCost cost;
  for (const OpRecord& op : graph.ops) {
    if (op.op != "fused") cost.flops += op.flops;
    if (op.kernel == 0) cost.bytes += op.bytes;
  }
  return cost;
}

}  // namespace ng
