// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/scan/scan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/graph/user_line.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/make_op.h"
#include "engine/ops/scan/scan_adjoint.h"
#include "engine/ops/scan/scan_kept.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng {
namespace {

using Where = Operand::Where;

[[noreturn]] void refuse_scan(std::string what, std::string found, std::string expected,
                              const Where& where) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  rethrow_at(Error(Fault::user, ErrorKind::value, std::move(diagnostic)), scan_op, where);
}

Op parameter(const Axes& axes, DType dtype, const Where& where) {
  return make_op_at(scan_parameter_op, {}, {{"axes", axes}, {"dtype", std::string(name(dtype))}},
                    where);
}

// Collects the ops of a step that depend on its parameters; other ops are computed once, outside.
class Step {
 public:
  Step(std::vector<NodePtr> parameters, std::vector<Value> results, const Where& where)
      : parameters_(std::move(parameters)), results_(std::move(results)), where_(where) {
    for (const NodePtr& node : parameters_) copies_[node.get()] = node;
    if (!parameters_.empty()) first_ = parameters_.front()->id;
    for (const NodePtr& node : ordered_nodes(results_)) add(node);
    for (Value& result : results_) result = inside(result);
  }

  // The body of a scan over `axis`, if it `keeps` them with the values that its gradient needs as
  // additional outputs.
  std::shared_ptr<const Body> body(const Axis& axis, bool keeps) const {
    auto body = std::make_shared<Body>();
    body->parameters = parameters_;
    body->results = results_;
    body->order = order_;
    if (keeps) keep_values(*body, axis);
    return body;
  }

  std::vector<Value> outer;  // outer values, in the order of the last parameters

 private:
  void add(const NodePtr& node) {
    if (copies_.count(node.get())) return;
    const bool depends =
        std::any_of(node->operands.begin(), node->operands.end(),
                    [this](const Value& value) { return copies_.count(value.node.get()) > 0; });
    if (!depends) {
      if (node->def->traits.random && node->id >= first_) refuse_samples(*node);
      return;
    }
    if (node->def->traits.is_effect() || node->def->traits.is_sequencing()) {
      refuse_scan("the body of a scan may not contain '" + std::string(node->def->name) + "'",
                  describe(*node), "ops with values; carry what changes as a state", where_);
    }
    if (node->def->traits.random) refuse_samples(*node);
    auto copy = new_node(*node);
    for (Value& operand : copy->operands) operand = inside(operand);
    copies_[node.get()] = copy;
    order_.push_back(copy);
  }

  void refuse_samples(const Node& node) const {
    refuse_scan("the samples of '" + std::string(node.def->name) +
                    "' would be the same at every step of the scan",
                describe(node), "samples drawn outside over the scan's axis, as a sequence",
                where_);
  }

  Value inside(const Value& value) {
    if (const auto at = copies_.find(value.node.get()); at != copies_.end()) {
      return {at->second, value.result};
    }
    if (value.node->def == &constant_op) return value;
    const auto known = std::find(outer.begin(), outer.end(), value);
    const std::size_t i = static_cast<std::size_t>(known - outer.begin());
    if (known == outer.end()) {
      outer.push_back(value);
      parameters_.push_back(parameter(value.axes(), value.dtype(), where_).value().node);
      outer_parameters_.push_back(parameters_.back());
    }
    return {outer_parameters_[i], 0};
  }

  OpId first_ = 0;  // ops of the step are created after its parameters
  std::vector<NodePtr> parameters_, order_, outer_parameters_;
  std::vector<Value> results_;
  Where where_;
  std::unordered_map<const Node*, NodePtr> copies_;
};

// The next state, converted to the axes and dtype of the state.
Value as_state(const Op& next, const TensorType& type, const Where& where) {
  if (!next.axes().is_sub_set(type.axes)) {
    refuse_scan("a step must return each state with its own axes", describe(next.value()),
                "(" + type.axes.text() + ")", where);
  }
  return of_type(next, type).value();
}

// The operand with `axis` first, so that its elements are contiguous in memory.
Op sequence_over(const Axis& axis, const Operand& operand) {
  const Op sequence = as_value(operand);
  if (!sequence.axes().contains(axis)) {
    refuse_scan("a sequence of a scan must have its axis '" + axis.label() + "'",
                describe(sequence.value()), "axes with " + axis.text(), operand.where());
  }
  const Axes one = Axes(std::vector<Axis>{axis});
  return axes_with_order(Operand(sequence, operand.where()), one + (sequence.axes() - one));
}

Op state_of(const Axis& axis, const Operand& operand) {
  const Op state = as_value(operand);
  if (state.axes().contains(axis)) {
    refuse_scan("a state of a scan may not have its axis '" + axis.label() + "'",
                describe(state.value()), "the axes of one step", operand.where());
  }
  return state;
}

std::vector<NodePtr> nodes_of(const std::vector<Op>& ops) {
  std::vector<NodePtr> nodes;
  for (const Op& op : ops) nodes.push_back(op.value().node);
  return nodes;
}

std::int64_t flops_scan(const Node& node) {
  std::int64_t once = 0;
  for (const NodePtr& inner : node.loop->order) {
    if (inner->def->flops) once += inner->def->flops(*inner);
  }
  return once * scan_parts(node).steps;
}

}  // namespace

ScanParts scan_parts(const Node& scan) {
  ScanParts parts;
  auto count = [&scan](const char* key) {
    return static_cast<std::size_t>(scan.attributes.get<std::int64_t>(key));
  };
  parts.states = count("states");
  parts.sequences = count("sequences");
  parts.outputs = count("outputs");
  parts.outer = scan.operands.size() - parts.states - parts.sequences;
  parts.axis = scan.attributes.get<Axes>("axis")[0];
  parts.steps = parts.axis.known_length().value_or(0);
  parts.reverse = scan.attributes.get<bool>("reverse");
  if (scan.attributes.has("active")) parts.active = count("active");
  return parts;
}

ScanResult scan(const Axis& axis, const std::vector<Operand>& states,
                const std::vector<Operand>& sequences, const ScanBody& body, const ScanOrder& order,
                Where where) {
  std::vector<Value> operands, results;
  std::vector<Op> state_parameters, elements, parameters;
  for (const Operand& operand : states) {
    const Op state = state_of(axis, operand);
    operands.push_back(state.value());
    state_parameters.push_back(parameter(state.axes(), state.dtype(), where));
  }
  for (const Operand& operand : sequences) {
    const Op sequence = sequence_over(axis, operand);
    operands.push_back(sequence.value());
    const Axes own = sequence.axes() - Axes(std::vector<Axis>{axis});
    elements.push_back(parameter(own, sequence.dtype(), where));
  }
  const ScanStep step = body(state_parameters, elements);
  if (step.states.size() != states.size()) {
    refuse_scan("a step must return as many states as it takes",
                std::to_string(step.states.size()) + " states", std::to_string(states.size()),
                where);
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    results.push_back(as_state(step.states[i], operands[i].type(), where));
  }
  for (const Op& output : step.outputs) results.push_back(output.value());
  parameters = state_parameters;
  parameters.insert(parameters.end(), elements.begin(), elements.end());
  const Step parts(nodes_of(parameters), results, where);
  const std::shared_ptr<const Body> once = parts.body(axis, order.keeps);
  operands.insert(operands.end(), parts.outer.begin(), parts.outer.end());
  Attributes attributes{
      {"axis", Axes(std::vector<Axis>{axis})},
      {"states", static_cast<std::int64_t>(states.size())},
      {"sequences", static_cast<std::int64_t>(sequences.size())},
      {"outputs", static_cast<std::int64_t>(once->results.size() - states.size())},
      {"reverse", order.reverse}};
  if (order.active) attributes.set("active", static_cast<std::int64_t>(*order.active));
  std::vector<TensorType> types = scan_types(operands, attributes, *once);
  const Operand::Where line = user_line(where);
  const NodePtr node =
      make_loop_node(scan_op, std::move(operands), std::move(attributes), std::move(types), once,
                     line.file_name(), static_cast<int>(line.line()));
  ScanResult result;
  for (std::size_t i = 0; i < states.size() + step.outputs.size(); ++i) {
    (i < states.size() ? result.states : result.outputs)
        .push_back(Op(Value{node, static_cast<int>(i)}));
  }
  return result;
}

const OpDef scan_op = {
    .name = "scan",
    .class_name = "ScanOp",
    .glyph = "↻",
    .family = Family::dense,
    .doc =
        "A loop over one axis: states are carried from step to step, each step takes one element "
        "of each sequence, outputs are stacked along the axis. Gradient: a scan in reverse order "
        "that recomputes each step from its saved states, except for matmuls, which are kept. "
        "While the state `active` is 0, a step keeps all states and its outputs are 0, so that the "
        "steps that follow need not run.",
    .operands = {"states, sequences, outer values…"},
    .attributes = {"axis", "states", "sequences", "outputs", "reverse", "active"},
    .traits = {.kind = OpKind::loop},
    .infer = [](std::span<const Value>, const Attributes&) -> std::vector<TensorType> {
      refuse(ErrorKind::value, "a scan needs the body of its step: use ng::scan");
    },
    .adjoint = adjoint_scan,
    .flops = flops_scan,
};

const OpDef scan_parameter_op = {
    .name = "scan_parameter",
    .class_name = "ScanParameter",
    .glyph = "·",
    .family = Family::state,
    .doc = "Inside the body of a scan: a state, the element of a sequence, or an outer value.",
    .operands = {},
    .attributes = {"axes", "dtype"},
    .traits = {.kind = OpKind::loop_parameter},
    .infer = [](std::span<const Value>, const Attributes& attributes) -> std::vector<TensorType> {
      return {{attributes.get<Axes>("axes"), result_dtype(attributes)}};
    },
    .flops = no_flops,
};

}  // namespace ng
