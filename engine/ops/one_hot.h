// SPDX-License-Identifier: Apache-2.0
// Classes as rows of zeros and a one.
#pragma once

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// Along the new axis, which comes first: 1 at the class that x names (its whole part), else 0.
// A run with a class outside the axis throws index Error. No gradient.
Op one_hot(const Operand& x, const Axis& axis);

extern const OpDef one_hot_op;

}  // namespace ng
