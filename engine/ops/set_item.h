// SPDX-License-Identifier: Apache-2.0
// Effects on a part or all of a variable, beside assign.
#pragma once

#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"
#include "engine/graph/slice.h"

namespace ng {

// The part of `target` that the slices take holds `value`; the rest stays. The value's axes lie
// within those of the part; a number or array of the part's rank takes its axes. Slices after the
// last are whole. Value Error for steps below 1. The op has no value.
Op set_item(const Operand& target, std::vector<SliceItem> slices, const Operand& value);
// Every element of `target` is `value`, one number: a constant. Value Error otherwise.
Op fill(const Operand& target, const Operand& value);

// What the target of an effect (assign, set_item, fill) holds afterwards.
Value written_value(const Node& effect);

extern const OpDef set_item_op, fill_op;

}  // namespace ng
