// SPDX-License-Identifier: Apache-2.0
// Effects and their order; computations; derivatives as one op.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// `target`, a variable or persistent tensor, holds `value` after the run (or from this point of a
// sequence on). The value's axes lie within the target's; a number or array of the target's rank
// takes its axes. The op has no value.
Op assign(const Operand& target, const Operand& value);

// The ops in this order: each sees the assigns before it. Its value is the last one's.
Op sequential(const std::vector<Op>& ops, Operand::Where where = Operand::Where::current());
// All of the ops, in no order: every expression sees the values before the updates. No value.
Op doall(const std::vector<Op>& ops, Operand::Where where = Operand::Where::current());

// How a computation hands its results back.
enum class Returns { single, list, set, none };

// What to compute and what is fed: results in order, then parameters in order of the arguments.
Op computation(const std::vector<Op>& results, const std::vector<Op>& parameters,
               Returns returns = Returns::list,
               Operand::Where where = Operand::Where::current());
struct ComputationParts {
  std::vector<Value> results;
  std::vector<NodePtr> parameters;
  Returns returns = Returns::list;
  std::string name;
};
ComputationParts parts_of(const Node& computation);

// The derivative of `dep` with respect to `indep`, with the axes of indep. A dep with axes needs an
// explicit `error` of the same axes. Zero when indep does not affect dep.
Op deriv(const Operand& dep, const Operand& indep, const std::optional<Op>& error = {});

extern const OpDef assign_op, sequential_op, doall_op, computation_op, deriv_op;

}  // namespace ng
