// SPDX-License-Identifier: Apache-2.0
// One-hot encoding of classes.
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct ClassCheck;
struct OpDef;

// Along a new first axis: 1 at the class x, truncated to an integer, else 0. A class outside the
// axis fails the run with an index Error. No gradient.
Op one_hot(const Operand& x, const Axis& axis);

// The parts of one_hot. x truncated to integers, each a class on the axis, or an index Error:
Op checked_classes(const Operand& x, const Axis& axis);
// 1 where the position along the new first axis equals x, else 0, without checks.
Op class_rows(const Operand& x, const Axis& axis);

// The step of a checked_classes; empty for other ops.
std::optional<ClassCheck> class_check_of(const Node& node);

extern const OpDef one_hot_op, checked_classes_op, class_rows_op;

}  // namespace ng
