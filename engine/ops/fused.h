// SPDX-License-Identifier: Apache-2.0
// Ops that only the compiler creates: a fused kernel that owns its body, and parameters of bodies.
#pragma once

#include "engine/graph/iteration_space.h"

namespace ng {

extern const OpDef fused_op, parameter_op;

// One op for all of `inside`. Its operands are the outer values that these read, its results the
// `outputs`. `name` is the kernel's name ("k0"); `iteration` has the ops in the order of `inside`.
// The op's id is derived from its members'.
NodePtr make_fused(const std::vector<NodePtr>& inside, const std::vector<Value>& outputs,
                   const std::string& name, IterationSpace iteration);

// The op that computes a value; for a result of a fused op, the op in its body.
const Node& producer_of(const Value& value);

}  // namespace ng
