// SPDX-License-Identifier: Apache-2.0
// Slices of tensors: extracting, placing in zeros, and replacing.
#pragma once

#include <optional>
#include <vector>

#include "engine/graph/op.h"
#include "engine/graph/slice.h"
#include "engine/ops/shapes/slice_items.h"

namespace ng {

struct OpDef;

// The part of x selected by the slices, one per axis: an index drops its axis, a slice keeps it
// (the same axis if it takes all elements, else a new one of the same name). Negative bounds count
// from the end, steps are at least 1, bounds beyond the axis are clipped. `axes` sets the result's
// axes. Value Error if an index is outside its axis.
Op tensor_slice(const Operand& x, const std::vector<SliceItem>& slices,
                const std::optional<Axes>& axes = {});
// Like x[i, a:b]: axes without an item are kept whole.
Op getitem(const Operand& x, std::vector<SliceItem> items);
// One index or slice along one axis.
Op slice_along_axis(const Operand& x, const Axis& axis, std::int64_t index);
Op slice_along_axis(const Operand& x, const Axis& axis, const SliceItem& item);

// Zeros over `axes`, with x at the slices: the inverse of tensor_slice.
Op unslice(const Operand& x, const std::vector<SliceItem>& slices, const Axes& axes);
// x with `value` at the slices; the value's axes must be among those of the part.
Op replace_slice(const Operand& x, const std::vector<SliceItem>& slices, const Operand& value);

extern const OpDef tensor_slice_op, unslice_op, replace_slice_op;

}  // namespace ng
