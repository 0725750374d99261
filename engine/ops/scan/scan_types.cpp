// SPDX-License-Identifier: Apache-2.0
// Checks that a scan's body, for example from a document, fits the scan.
#include <algorithm>
#include <unordered_set>

#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/scan/scan.h"

namespace ng {
namespace {

[[noreturn]] void refuse_step(std::string what, std::string found, std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::value, std::move(diagnostic));
}

bool same(const TensorType& a, const TensorType& b) {
  return a.axes == b.axes && a.dtype == b.dtype;
}

TensorType element_of(const Value& sequence, const Axes& axis) {
  const bool first = !sequence.axes().empty() && sequence.axes()[0] == axis[0];
  if (!first) {
    refuse_step("the axis of a scan must be the first axis of its sequences", describe(sequence),
                "axes that begin with " + axis.text());
  }
  return {sequence.axes() - axis, sequence.dtype()};
}

std::size_t count(const Attributes& attributes, const char* key, std::size_t most) {
  const std::int64_t found = attributes.get<std::int64_t>(key);
  if (found < 0 || static_cast<std::uint64_t>(found) > most) {
    refuse_step("a scan has a wrong number of " + std::string(key), std::to_string(found),
                "0 to " + std::to_string(most));
  }
  return static_cast<std::size_t>(found);
}

void check_parameters(std::span<const Value> operands, const Body& body, std::size_t states,
                      std::size_t sequences, const Axes& axis) {
  if (body.parameters.size() != operands.size()) {
    refuse_step("the step of a scan takes one parameter for each operand",
                std::to_string(body.parameters.size()) + " parameters",
                std::to_string(operands.size()));
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Node& parameter = *body.parameters[i];
    const bool element = i >= states && i < states + sequences;
    const TensorType wanted = element ? element_of(operands[i], axis) : operands[i].type();
    if (parameter.def == &scan_parameter_op && same(parameter.results[0], wanted)) continue;
    refuse_step("a parameter of a scan's step does not fit its operand", describe(parameter),
                "a scan_parameter " + to_string(wanted));
  }
}

void check_active(std::span<const Value> operands, std::int64_t active, std::size_t states) {
  const bool is_state = active >= 0 && static_cast<std::uint64_t>(active) < states;
  const Value* state = is_state ? &operands[static_cast<std::size_t>(active)] : nullptr;
  if (state && state->dtype() == DType::bool_ && state->axes().empty()) return;
  refuse_step("the state that says whether steps of a scan run does not fit",
              state ? describe(*state) : std::to_string(active),
              "the number of a state without axes, of type bool");
}

}  // namespace

std::vector<TensorType> scan_types(std::span<const Value> operands, const Attributes& attributes,
                                   const Body& body) {
  const Axes axis = attributes.get<Axes>("axis");
  if (axis.size() != 1)
    refuse_step("a scan runs over one axis", "(" + axis.text() + ")", "one axis");
  const std::size_t states = count(attributes, "states", operands.size());
  const std::size_t sequences = count(attributes, "sequences", operands.size() - states);
  const std::size_t outputs = count(attributes, "outputs", body.results.size());
  check_parameters(operands, body, states, sequences, axis);
  if (body.results.size() != states + outputs) {
    refuse_step("the step of a scan must return its states, then its outputs",
                std::to_string(body.results.size()) + " results", std::to_string(states + outputs));
  }
  if (attributes.has("active")) {
    check_active(operands, attributes.get<std::int64_t>("active"), states);
  }
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < states; ++i) {
    types.push_back(operands[i].type());
    if (same(body.results[i].type(), types[i])) continue;
    refuse_step("the step of a scan gives a state of another type", describe(body.results[i]),
                to_string(types[i]));
  }
  for (std::size_t i = states; i < body.results.size(); ++i) {
    types.push_back({axis + body.results[i].axes(), body.results[i].dtype()});
  }
  for (std::size_t i = 0; i < states; ++i) {
    types.push_back({axis + types[i].axes, types[i].dtype});
  }
  return types;
}

std::shared_ptr<const Body> scan_body(std::vector<NodePtr> parameters, std::vector<Value> results) {
  auto body = std::make_shared<Body>();
  std::unordered_set<const Node*> inside;
  for (const NodePtr& parameter : parameters) inside.insert(parameter.get());
  for (const NodePtr& node : ordered_nodes(results)) {
    if (node->def->traits.is_source()) {
      if (node->def->name == "constant" || inside.count(node.get())) continue;
      refuse_step("the step of a scan reads a value from outside", describe(*node),
                  "a scan_parameter bound to it");
    }
    if (node->def->traits.is_effect() || node->def->traits.is_sequencing()) {
      refuse_step("the step of a scan may not contain '" + std::string(node->def->name) + "'",
                  describe(*node), "ops with values");
    }
    body->order.push_back(node);
  }
  body->parameters = std::move(parameters);
  body->results = std::move(results);
  return body;
}

}  // namespace ng
