// SPDX-License-Identifier: Apache-2.0
// Positions of elements in sorted order.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/runtime/axis_steps.h"

namespace ng {

struct OpDef;

// The int64 positions of the first elements of `x` in sorted order along `axis`, as many as
// `ranks`, an axis that replaces it, is long. Equal elements keep their order; NaN is larger than
// every number, as in NumPy's argsort (last) and in PyTorch's and ONNX's TopK (first, descending).
// Value Error if x lacks the axis, has `ranks` besides, or is shorter than it.
Op argsort(const Operand& x, const Axis& axis, const Axis& ranks, bool descending = false);

// Sizes of such an op; empty for other ops.
std::optional<ArgSort> argsort_of(const Node& node);

extern const OpDef argsort_op;

}  // namespace ng
