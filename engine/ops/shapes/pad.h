// SPDX-License-Identifier: Apache-2.0
// Padding with zeros.
#pragma once

#include <optional>
#include <vector>

#include "engine/graph/op.h"
#include "engine/ops/shapes/slice_items.h"

namespace ng {

struct OpDef;

// x with zeros before and after, one padding per axis. Axes without zeros are kept; others are
// replaced by longer axes of the same name; `axes` sets other result axes. Value Error for negative
// paddings or if their number is not the rank.
Op pad(const Operand& x, const std::vector<Padding>& paddings,
       const std::optional<Axes>& axes = {});
// With the same number of zeros on both sides.
Op pad(const Operand& x, const std::vector<std::int64_t>& paddings,
       const std::optional<Axes>& axes = {});

// Of a pad; none for other ops.
std::optional<std::vector<Padding>> paddings_of(const Node& node);

extern const OpDef pad_op;

}  // namespace ng
