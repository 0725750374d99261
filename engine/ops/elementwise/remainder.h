// SPDX-License-Identifier: Apache-2.0
// The remainder of floordivide with the gradients of calculus.
#pragma once

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// The values of mod, x - y floor(x / y) with the sign of y. Gradients: d for x and -d floor(x / y)
// for y, as in PyTorch, JAX and TensorFlow; those of mod are 0, as in the original.
Op remainder(const Operand& x, const Operand& y);

extern const OpDef remainder_op;

}  // namespace ng
