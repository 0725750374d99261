// SPDX-License-Identifier: Apache-2.0
// Ops that only the compiler makes: a fused kernel that owns its body, and the parameters of bodies.
#pragma once

#include "engine/graph/op_def.h"

namespace ng {

extern const OpDef fused_op, parameter_op;

// One op for all of `inside`: operands are the outer values that they read, results the values
// among `outputs`. `name` is the kernel's ("k0"). The new op's id follows from its members'.
NodePtr make_fused(const std::vector<NodePtr>& inside, const std::vector<Value>& outputs,
                   const std::string& name);

// The op that computes a value: the one inside when `value` is a result of a fused op.
const Node& producer_of(const Value& value);

}  // namespace ng
