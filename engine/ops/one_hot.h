// SPDX-License-Identifier: Apache-2.0
// Classes as rows of zeros and a one.
#pragma once

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// Along the new axis, which comes first: 1 at the class that x names (its whole part), else 0.
// A run with a class outside the axis throws index Error. No gradient.
Op one_hot(const Operand& x, const Axis& axis);

// What one_hot is made of. The whole parts of x, each a class on the axis, or index Error:
Op checked_classes(const Operand& x, const Axis& axis);
// 1 where the position along the new first axis is x, else 0; nothing is checked.
Op class_rows(const Operand& x, const Axis& axis);

extern const OpDef one_hot_op, checked_classes_op, class_rows_op;

}  // namespace ng
