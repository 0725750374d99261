// SPDX-License-Identifier: Apache-2.0
// Effects on a part or on all elements of a variable, in addition to assign.
#pragma once

#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/slice.h"

namespace ng {

struct OpDef;

// Sets the part of `target` selected by the slices to `value`. The value's axes must be among those
// of the part; a number or array of the part's rank takes its axes. Missing slices select whole
// axes. Value Error for steps below 1. The op has no value.
Op set_item(const Operand& target, std::vector<SliceItem> slices, const Operand& value);
// Sets every element of `target` to `value`, a scalar constant; value Error otherwise.
Op fill(const Operand& target, const Operand& value);

// The value of the target after an effect (assign, set_item, fill).
Value written_value(const Node& effect);
// Does the effect set only the part of its target that its slices select?
bool writes_part(const Node& effect);

extern const OpDef set_item_op, fill_op;

}  // namespace ng
