// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/what_if.h"

#include <algorithm>
#include <cmath>

#include "engine/analysis/compare/call_values.h"
#include "engine/analysis/compare/compare_transformers.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/graph/value_name.h"
#include "engine/ops/state.h"
#include "engine/passes/rewriter.h"
#include "engine/records/tensor_record.h"
#include "engine/records/values/value_summary.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/representable.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"

namespace ng {
namespace {

using State = std::vector<std::pair<std::uint64_t, Tensor>>;
using Values = std::map<std::pair<OpId, int>, Tensor>;  // by op and result

std::pair<OpId, int> key_of(const Value& value) {
  return {value.node->id, value.result};
}

[[noreturn]] void refuse_op(const NodePtr& node, OpId op) {
  Diagnostic diagnostic;
  diagnostic.what =
      node ? "only sources can be edited" : "an edited op is not part of the computation";
  diagnostic.found = node ? describe(*node) : "op " + std::to_string(op);
  diagnostic.expected = "a placeholder, constant or variable that the computation reads";
  if (node) diagnostic.action = "edit one of its operands";
  diagnostic.ops = {op};
  refuse(ErrorKind::value, std::move(diagnostic));
}

void apply(Tensor& value, const ElementEdit& edit, const Node& node) {
  if (value.size() == 0) {
    Diagnostic diagnostic;
    diagnostic.what = "a value without elements cannot be edited";
    diagnostic.where = describe(node);
    diagnostic.ops = {node.id};
    refuse(ErrorKind::index, std::move(diagnostic));
  }
  if (edit.element && (*edit.element < 0 || *edit.element >= value.size())) {
    Diagnostic diagnostic;
    diagnostic.what = "no element " + std::to_string(*edit.element);
    diagnostic.where = describe(node);
    diagnostic.expected = "an index from 0 to " + std::to_string(value.size() - 1);
    refuse(ErrorKind::index, std::move(diagnostic));
  }
  const Tensor edited = scalar_tensor(edit.value);
  if (auto fault = unrepresentable(edited, value.dtype, describe(node))) {
    fault->ops = {node.id};
    refuse(ErrorKind::value, std::move(*fault));
  }
  if (edit.element) return set_number(value, *edit.element, edit.value);
  for (std::int64_t i = 0; i < value.size(); ++i) set_number(value, i, edit.value);
}

// The value of the element, or of all elements if they are equal.
std::optional<Number> common_value(const Tensor& value, std::optional<std::int64_t> element) {
  const Number first = number_at(value, element.value_or(0));
  for (std::int64_t i = 1; !element && i < value.size(); ++i) {
    const Number each = number_at(value, i);
    if (each != first && !(std::isnan(first.real()) && std::isnan(each.real())))
      return std::nullopt;
  }
  return first;
}

// A program that stores every op, with the state at the start of a call.
class Stored {
 public:
  Stored(const WhatIfRequest& request, const Op& computation, std::vector<Value> ops, double from)
      : ops_(std::move(ops)), transformer_(allocate_transformer(request.transformer)) {
    CompileOptions options = request.options;
    options.watched = ops_;
    if (const auto whole = request.options.progress)
      options.progress = [whole, from](const std::string& stage, double part) {
        return whole(stage, from + 0.45 * std::clamp(part, 0.0, 1.0));
      };
    computation_ = transformer_->add_computation(computation, options);
    set_state(*transformer_, request.state);
    begins_ = state();
  }

  State state() const {
    State all;
    for (const auto& [id, storage] : transformer_->state().all())
      if (storage->kind == BufferKind::persistent) all.emplace_back(id, storage->value());
    return all;
  }
  State begins() const { return begins_; }

  Values call(const std::vector<Tensor>& arguments, const State& state) {
    set_state(*transformer_, state);
    computation_.call(arguments);
    Values values;
    for (std::size_t i = 0; i < ops_.size(); ++i) values[key_of(ops_[i])] = computation_.watched(i);
    for (auto& [id, value] : this->state()) values[{id, 0}] = std::move(value);
    return values;
  }

 private:
  std::vector<Value> ops_;
  TransformerPtr transformer_;
  Computation computation_;
  State begins_;
};

class WhatIf {
 public:
  explicit WhatIf(const WhatIfRequest& request)
      : request_(request), nodes_(ordered_nodes({request.computation.value()})) {
    record_.iteration = request.iteration;
  }

  WhatIfRecord run() {
    const std::vector<Value> ops = computed_ops(request_.computation);
    Stored as_is(request_, request_.computation, ops, 0);
    arguments_ = request_.arguments;
    state_ = as_is.begins();
    Values before = as_is.call(arguments_, state_);
    add_sources(before);
    for (const ElementEdit& edit : request_.edits) take(edit);
    Values after;
    if (constants_.empty()) {
      after = as_is.call(arguments_, state_);
      record_.state = as_is.state();
    } else {
      Rebuilder rebuilder = with_constants();
      std::vector<Value> rebuilt;
      for (const Value& op : ops) rebuilt.push_back(rebuilder.rebuilt(op));
      Stored edited(request_, Op(rebuilder.rebuilt(request_.computation.value())), rebuilt, 0.5);
      after = edited.call(arguments_, state_);
      record_.state = edited.state();
    }
    add_sources(after);
    compare(before, after);
    return std::move(record_);
  }

 private:
  NodePtr find(OpId op) const {
    const auto at = std::find_if(nodes_.begin(), nodes_.end(),
                                 [op](const NodePtr& node) { return node->id == op; });
    return at == nodes_.end() ? nullptr : *at;
  }

  void take(const ElementEdit& edit) {
    const NodePtr node = find(edit.op);
    if (!node) refuse_op(node, edit.op);
    Tensor& value = source(node);
    const Tensor whole = value;
    apply(value, edit, *node);
    WhatIfRecord::Edited edited{edit, display_name(*node), {}, {}, {}};
    edited.summary =
        summarise(edit.element ? scalar_tensor(number_at(whole, *edit.element)) : whole);
    edited.before = common_value(whole, edit.element);
    if (edit.element)
      edited.place = place_of(axis_records(node->results[0].axes), value.shape, *edit.element);
    record_.edits.push_back(std::move(edited));
  }

  Tensor& source(const NodePtr& node) {
    const std::vector<NodePtr> parameters = parts_of(request_.computation.node()).parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] != node) continue;
      const TensorType& type = node->results[0];
      arguments_[i] = broadcast_to(arguments_[i], type.dtype, type.axes.lengths(), describe(*node));
      return arguments_[i];
    }
    for (auto& [id, value] : state_)
      if (id == node->id) return value;
    const TensorPtr constant = constant_value({node, 0});
    if (!constant) refuse_op(node, node->id);
    Tensor& value = constants_[node];
    if (value.bytes.empty())
      value = broadcast_to(*constant, constant->dtype, node->results[0].axes.lengths(),
                           describe(*node));
    return value;
  }

  // The graph with edited constants, which keep their ids.
  Rebuilder with_constants() const {
    Rebuilder rebuilder;
    for (const auto& [node, value] : constants_) {
      auto made = std::make_shared<Node>(*node);
      made->attributes.set("value", std::make_shared<const Tensor>(value));
      rebuilder.set(node, Value{made, 0});
    }
    for_each_unknown(request_.computation.value(), rebuilder, [&](const NodePtr& node) {
      rebuilder.set(node, Value{rebuilder.rebuilt_operands(node), 0});
    });
    return rebuilder;
  }

  // Adds arguments and constants to the values, since they can be requested too.
  void add_sources(Values& values) {
    const std::vector<NodePtr> parameters = parts_of(request_.computation.node()).parameters;
    for (std::size_t i = 0; i < parameters.size() && i < arguments_.size(); ++i)
      values[{parameters[i]->id, 0}] = arguments_[i];
    for (const NodePtr& node : nodes_)
      if (const TensorPtr constant = constant_value({node, 0})) {
        const auto edited = constants_.find(node);
        values[{node->id, 0}] = edited == constants_.end()
                                    ? broadcast_to(*constant, constant->dtype,
                                                   node->results[0].axes.lengths(), describe(*node))
                                    : edited->second;
      }
  }

  bool is_shown(const Value& value) const {
    const auto same = [&](const ShownValue& each) {
      return std::pair(each.op, each.result) == key_of(value);
    };
    return std::any_of(request_.shown.begin(), request_.shown.end(), same);
  }

  void compare(const Values& before, const Values& after) {
    std::vector<Value> order, states;
    for (const NodePtr& node : nodes_)
      for (std::size_t i = 0; i < node->results.size(); ++i)
        (is_state(*node) ? states : order).push_back({node, static_cast<int>(i)});
    order.insert(order.end(), states.begin(), states.end());
    std::int64_t changed = 0;
    for (const Value& op : order) {
      if (!before.contains(key_of(op))) continue;
      const Tensor &was = before.at(key_of(op)), &is = after.at(key_of(op));
      const std::vector<AxisRecord> axes = axis_records(op.axes());
      OpDifference worst = difference(is, was, 0, 0);
      worst.op = op.node->id;
      worst.name = display_name(op);
      worst.place = place_of(axes, was.shape, worst.element);
      changed += worst.apart.real() > 0;
      record_.ops.push_back(std::move(worst));
      if (!is_shown(op)) continue;
      const auto value = [&](const Tensor& of) {
        return TensorRecord{op.node->id, display_name(op), axes, of, request_.iteration};
      };
      record_.values.push_back({value(was), value(is)});
    }
    record_.text = std::to_string(changed) + " of " + std::to_string(record_.ops.size()) +
                   " values change in iteration " + std::to_string(record_.iteration);
  }

  const WhatIfRequest& request_;
  std::vector<NodePtr> nodes_;
  std::vector<Tensor> arguments_;
  State state_;
  std::map<NodePtr, Tensor> constants_;
  WhatIfRecord record_;
};

}  // namespace

WhatIfRecord what_if(const WhatIfRequest& request) {
  return WhatIf(request).run();
}

}  // namespace ng
