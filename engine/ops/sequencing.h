// SPDX-License-Identifier: Apache-2.0
// Effects and their order, computations, and derivatives as ops.
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// Sets `target`, a variable, persistent tensor or temporary, to `value`, at the end of the run or
// at this point of a sequence. The value's axes must be among the target's; a number or array of
// the target's rank takes its axes. The op has no value.
Op assign(const Operand& target, const Operand& value);

// Runs the ops in this order: each sees the assigns before it. Its value is that of the last op.
Op sequential(const std::vector<Op>& ops, Operand::Where where = Operand::Where::current());
// Runs all ops in no order: expressions see the values before the updates. No value.
Op doall(const std::vector<Op>& ops, Operand::Where where = Operand::Where::current());

// The form in which a computation returns its results.
enum class Returns { single, list, set, none };

// Results, in order, and parameters, in the order of the arguments.
Op computation(const std::vector<Op>& results, const std::vector<Op>& parameters,
               Returns returns = Returns::list, Operand::Where where = Operand::Where::current());
struct ComputationParts {
  std::vector<Value> results;
  std::vector<NodePtr> parameters;
  Returns returns = Returns::list;
  std::string name;
};
ComputationParts parts_of(const Node& computation);

// The derivative of `dep` with respect to `indep`, with the axes of indep. A dep with axes needs an
// explicit `error` with the same axes. Zero if indep does not affect dep.
Op deriv(const Operand& dep, const Operand& indep, const std::optional<Op>& error = {});

extern const OpDef assign_op, sequential_op, doall_op, computation_op, deriv_op;

}  // namespace ng
