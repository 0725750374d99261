// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/graphs/unified_ops.h"

#include <algorithm>
#include <span>
#include <unordered_set>

#include "engine/base/cancellation.h"
#include "engine/graph/graph.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/opaque.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/scan/scan_kept.h"

namespace ng::onnx {
namespace {

// A view repeats, reorders or renames axes: it is its operand if it has the same.
bool is_view(const ng::Node& node) {
  return node.def->lower == LowerKind::view;
}

class UnifiedOps {
 public:
  explicit UnifiedOps(const Dimensions& dims) : dims_(dims) {}

  // Rebuilds what the values depend on, also in loops.
  void add(std::span<const Value> roots);
  // The value in place of one that was added.
  Value of(const Value& value) const;
  Op of(const Op& op) const { return op ? Op(of(op.value())) : op; }
  // The ops left out, operands first, and the values of their operands.
  struct LeftOut {
    const ng::Node* old;
    Value operand;
  };
  const std::vector<LeftOut>& left_out() const { return left_out_; }

  // The new nodes, operands first, and those whose place they take.
  struct Rebuilt {
    NodePtr node;
    const ng::Node* old;
  };
  const std::vector<Rebuilt>& rebuilt() const { return rebuilt_; }

 private:
  void rebuild(const NodePtr& node);
  void rebuild_loop(const Body& old, ng::Node& loop);
  Axes axes(const Axes& given);
  Axis axis(const Axis& given);

  const Dimensions& dims_;
  // By old node: the value of its result 0, and whether that is its operand's.
  struct Place {
    Value value;
    bool of_operand = false;
  };
  std::unordered_map<const ng::Node*, Place> places_;
  std::vector<LeftOut> left_out_;
  std::unordered_map<const void*, Axis> axes_;  // by the identity of the old axis
  std::vector<Rebuilt> rebuilt_;
};

void UnifiedOps::add(std::span<const Value> roots) {
  for (const NodePtr& node : ordered_nodes(roots)) rebuild(node);
}

Value UnifiedOps::of(const Value& value) const {
  const Place& place = places_.at(value.node.get());
  return place.of_operand ? place.value : Value{place.value.node, value.result};
}

void UnifiedOps::rebuild(const NodePtr& node) {
  poll_cancellation();
  if (places_.contains(node.get())) return;
  std::vector<Value> operands;
  operands.reserve(node->operands.size());
  for (const Value& operand : node->operands) operands.push_back(of(operand));
  if (is_view(*node) && axes(node->results[0].axes) == operands[0].axes()) {
    left_out_.push_back({node.get(), operands[0]});
    places_[node.get()] = {operands[0], true};
    return;
  }
  const std::shared_ptr<ng::Node> copy = new_node(*node);
  copy->operands = std::move(operands);
  for (TensorType& type : copy->results) type.axes = axes(type.axes);
  for (const auto& [key, value] : node->attributes) {
    if (const Axes* given = std::get_if<Axes>(&value)) copy->attributes.set(key, axes(*given));
  }
  if (const std::string reason = reason_not_to_run(*node); !reason.empty())
    copy->attributes.set("reason", dims_.readable(reason));
  if (node->loop) rebuild_loop(*node->loop, *copy);
  places_[node.get()] = {{copy, 0}};
  rebuilt_.push_back({copy, node.get()});
}

// The loop reads values from outside once each, and constants in its body. Which values it keeps
// for its gradient depends on the ops in its body.
void UnifiedOps::rebuild_loop(const Body& old, ng::Node& loop) {
  const ScanParts parts = scan_parts(loop);
  const auto inner = static_cast<std::ptrdiff_t>(parts.states + parts.sequences);
  std::vector<Value> operands;
  std::vector<NodePtr> parameters;
  for (std::size_t i = 0; i < old.parameters.size(); ++i) {
    const Value& operand = loop.operands[i];
    const bool outer = std::ssize(operands) >= inner;
    const auto known =
        outer ? std::find(operands.begin() + inner, operands.end(), operand) : operands.end();
    const ng::Node* parameter = old.parameters[i].get();
    if (outer && operand.node->def->traits.kind == OpKind::constant) {
      places_[parameter] = {operand, true};
    } else if (known != operands.end()) {
      const auto at = static_cast<std::size_t>(known - operands.begin());
      places_[parameter] = {{parameters[at], 0}, true};
    } else {
      rebuild(old.parameters[i]);
      operands.push_back(operand);
      parameters.push_back(of(Value{old.parameters[i], 0}).node);
    }
  }
  loop.operands = std::move(operands);
  add(old.results);
  std::vector<Value> results;
  for (const Value& result : old.results) results.push_back(of(result));
  const auto body = std::make_shared<Body>(*scan_body(std::move(parameters), std::move(results)));
  keep_values(*body, parts.axis);
  const std::size_t outputs = body->results.size() - parts.states;
  loop.attributes.set("outputs", static_cast<std::int64_t>(outputs));
  loop.results = scan_types(loop.operands, loop.attributes, *body);
  loop.loop = body;
}

Axes UnifiedOps::axes(const Axes& given) {
  std::vector<Axis> list;
  list.reserve(given.size());
  for (const Axis& each : given) list.push_back(axis(each));
  return Axes(std::move(list));
}

Axis UnifiedOps::axis(const Axis& given) {
  const auto known = axes_.find(given.identity());
  if (known != axes_.end()) return known->second + given.dual_level();
  Axis made;
  if (given.is_flattened()) {
    std::vector<Axis> members;
    for (const Axis& member : given.members()) members.push_back(axis(member));
    made = make_flattened_axis(std::move(members));
  } else {
    made = dims_.axis_of(given - given.dual_level());
  }
  axes_.emplace(given.identity(), made);
  return made + given.dual_level();
}

}  // namespace

void unify_axes(const Dimensions& dims, ImportedModel& model, const std::vector<ItemPtr>& values) {
  const std::unordered_set<ItemPtr> items(values.begin(), values.end());  // a value may have names
  std::vector<Value> roots;
  for (const std::vector<Op>* list : {&model.inputs, &model.results, &model.opaque})
    for (const Op& op : *list) roots.push_back(op.value());
  for (const ItemPtr& item : items) {
    for (const Op& op : {item->op, item->count})
      if (op) roots.push_back(op.value());
  }
  UnifiedOps unified(dims);
  unified.add(roots);
  std::unordered_map<const ng::Node*, OriginText> origins;
  for (const UnifiedOps::Rebuilt& each : unified.rebuilt()) {
    auto origin = model.origins.extract(each.old);
    if (!origin) continue;
    origin.key() = each.node.get();
    origins.insert(std::move(origin));
  }
  // What is left of the old origins is of ops that are left out, or not read.
  for (const UnifiedOps::LeftOut& each : unified.left_out()) {
    const auto left_out = model.origins.find(each.old);
    if (left_out == model.origins.end() || !left_out->second.is_value) continue;
    OriginText& operand = origins.at(each.operand.node.get());
    if (operand.claim != left_out->second.claim) continue;
    operand.name = left_out->second.name;
    operand.is_value = true;
  }
  std::vector<Op> results;
  for (const Op& op : model.results) {
    const Op now = unified.of(op);
    const auto left_out = model.origins.find(&op.node());
    const bool other =
        left_out != model.origins.end() && left_out->second.claim != origins.at(&now.node()).claim;
    if (!other) results.push_back(now);
  }
  model.results = std::move(results);
  model.origins = std::move(origins);
  for (std::vector<Op>* list : {&model.inputs, &model.opaque})
    for (Op& op : *list) op = unified.of(op);
  for (const ItemPtr& item : items) {
    item->op = unified.of(item->op);
    item->count = unified.of(item->count);
    item->unknown = dims.readable(item->unknown);
  }
}

}  // namespace ng::onnx
