// SPDX-License-Identifier: Apache-2.0
// A value that a gradient has at less cost than what it is derived by.
#pragma once

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// Returns `kept`, which equals `made` and costs less; `made` receives the gradient. Where no
// derivative of a gradient is taken, `made` is not computed.
Op kept_value(const Op& made, const Op& kept);

// The value that such an op returns; null for other ops.
Value kept_of(const Node& node);

extern const OpDef kept_value_op;

}  // namespace ng
