// SPDX-License-Identifier: Apache-2.0
// scan: a loop over one axis whose body is built once. Compile time and code do not depend on the
// number of steps; memory grows with it only by the outputs and by the states that a gradient
// needs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

class Attributes;
struct Body;
struct OpDef;

// The results of one step: the next states (with the states' axes, in any order, and dtypes) and
// the outputs of this step.
struct ScanStep {
  std::vector<Op> states, outputs;
};
// The states after the last step, and each output stacked over all steps: `axis`, then its own
// axes.
struct ScanResult {
  std::vector<Op> states, outputs;
};
using ScanBody =
    std::function<ScanStep(const std::vector<Op>& states, const std::vector<Op>& elements)>;

struct ScanOrder {
  bool reverse = false;  // last element first; outputs keep the position of their element
  // A state, one value of type bool: while it is 0, `body` returns all states unchanged and outputs
  // of 0. Transformers whose memory the host reads then skip the remaining steps.
  std::optional<std::size_t> active = {};
  // Are values of each step that cost more to recompute than to store (scan_kept.h) outputs for the
  // gradient? Else whoever completes the body adds them.
  bool keeps = true;
};

// Runs `body` for each position of `axis`. The initial states are `states`; the elements are taken
// from `sequences`, which must have `axis`. The body may read any outer op but may not assign.
// Gradients flow into states, sequences and outer ops, to any order.
ScanResult scan(const Axis& axis, const std::vector<Operand>& states,
                const std::vector<Operand>& sequences, const ScanBody& body,
                const ScanOrder& order = {}, Operand::Where where = Operand::Where::current());

// Layout of the operands, body and results of a scan. Operands and body parameters: states,
// elements, outer values. Body results: states, outputs. Results of the op: final states, stacked
// outputs, and the states before each step, stacked.
struct ScanParts {
  std::size_t states = 0, sequences = 0, outputs = 0, outer = 0;
  std::int64_t steps = 0;
  bool reverse = false;
  std::optional<std::size_t> active = {};
  Axis axis;
  std::size_t saved() const { return states + outputs; }  // index of the first stacked state
};
ScanParts scan_parts(const Node& scan);

// The types of a scan's results. Value Error if operands, attributes and body do not match.
std::vector<TensorType> scan_types(std::span<const Value> operands, const Attributes& attributes,
                                   const Body& body);
// A scan body; its ops may read only parameters and constants. Value Error otherwise.
std::shared_ptr<const Body> scan_body(std::vector<NodePtr> parameters, std::vector<Value> results);

extern const OpDef scan_op, scan_parameter_op;

}  // namespace ng
