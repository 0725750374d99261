// SPDX-License-Identifier: Apache-2.0
// scan: a loop over one axis whose body is built once. Compile time and code do not depend on the
// number of steps; memory grows with them only by the outputs, and by the states that a gradient
// needs.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// What one step makes of the states and the elements of the sequences: the next states (axes and
// dtypes as the states', in any order) and the outputs of this step.
struct ScanStep {
  std::vector<Op> states, outputs;
};
// The states after the last step, and each output of all steps stacked: `axis`, then its own axes.
struct ScanResult {
  std::vector<Op> states, outputs;
};
using ScanBody =
    std::function<ScanStep(const std::vector<Op>& states, const std::vector<Op>& elements)>;

struct ScanOrder {
  bool reverse = false;  // from the last element to the first; outputs keep their element's place
};

// Runs `body` once for each position of `axis`: the states start as `states`, the elements are those
// of `sequences`, which all have `axis`. The body may read any outer op; it may not assign.
// Gradients flow into states, sequences and outer ops, to any order.
ScanResult scan(const Axis& axis, const std::vector<Operand>& states,
                const std::vector<Operand>& sequences, const ScanBody& body,
                const ScanOrder& order = {},
                Operand::Where where = Operand::Where::current());

// How the operands, body and results of a scan are divided. Operands and body parameters: states,
// elements, then outer values; body results: states, outputs; results of the op: states, outputs,
// and the states before each step, stacked.
struct ScanParts {
  std::size_t states = 0, sequences = 0, outputs = 0, outer = 0;
  std::int64_t steps = 0;
  bool reverse = false;
  Axis axis;
  std::size_t saved() const { return states + outputs; }  // the first of the stacked states
};
ScanParts scan_parts(const Node& scan);

// The types of a scan's results. Value Error when its operands, attributes and step do not fit.
std::vector<TensorType> scan_types(std::span<const Value> operands, const Attributes& attributes,
                                   const Body& body);
// A step of ops that read nothing but parameters and constants. Value Error otherwise.
std::shared_ptr<const Body> scan_body(std::vector<NodePtr> parameters, std::vector<Value> results);

extern const OpDef scan_op, scan_parameter_op;

}  // namespace ng
