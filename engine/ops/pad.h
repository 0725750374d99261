// SPDX-License-Identifier: Apache-2.0
// Zeros around a tensor.
#pragma once

#include <optional>
#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"
#include "engine/ops/slice_items.h"

namespace ng {

// x with zeros before and after, one padding for every axis. An axis without zeros stays the very
// axis, others become longer ones of the same name; `axes` gives the result other names. Value
// Error for negative paddings or when their number is not the rank.
Op pad(const Operand& x, const std::vector<Padding>& paddings,
       const std::optional<Axes>& axes = {});
// The same number of zeros on both sides.
Op pad(const Operand& x, const std::vector<std::int64_t>& paddings,
       const std::optional<Axes>& axes = {});

std::vector<Padding> paddings_of(const Node& pad);

extern const OpDef pad_op;

}  // namespace ng
