// SPDX-License-Identifier: Apache-2.0
// Parts of tensors: taking them, putting them into zeros, and replacing them.
#pragma once

#include <optional>
#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"
#include "engine/graph/slice.h"
#include "engine/ops/slice_items.h"

namespace ng {

// The part of x that the slices take, one for every axis: an index drops its axis, a slice keeps it
// (the very axis when it takes all, else one of the same name); negative bounds count from the end,
// steps are 1 or more; bounds beyond the axis take what there is, if anything. `axes` gives the kept
// axes other names. Value Error when an index is outside its axis.
Op tensor_slice(const Operand& x, const std::vector<SliceItem>& slices,
                const std::optional<Axes>& axes = {});
// Like x[i, a:b]: axes without an item are taken whole.
Op getitem(const Operand& x, std::vector<SliceItem> items);
// One index or slice along one axis.
Op slice_along_axis(const Operand& x, const Axis& axis, std::int64_t index);
Op slice_along_axis(const Operand& x, const Axis& axis, const SliceItem& item);

// Zeros over `axes`, with x at the slices: what tensor_slice undoes.
Op unslice(const Operand& x, const std::vector<SliceItem>& slices, const Axes& axes);
// x with `value` at the slices; the value's axes lie within those of the part.
Op replace_slice(const Operand& x, const std::vector<SliceItem>& slices, const Operand& value);

extern const OpDef tensor_slice_op, unslice_op, replace_slice_op;

}  // namespace ng
