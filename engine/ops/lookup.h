// SPDX-License-Identifier: Apache-2.0
// Rows of a table by index (semantics 2.7).
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"
#include "engine/runtime/window_steps.h"

namespace ng {

struct LookupOptions {
  bool update = true;                        // false: the table gets no gradient
  std::optional<std::int64_t> pad_idx = {};  // this row gets no gradient
};

// The rows of `lut` (two axes) that `idx` (one axis) names. `axes` are lut's with idx's axis in the
// place of the axis that is looked up. Value Error for other ranks or axes, and for a pad_idx that
// is no row; a run refuses indices that are no rows. Indices are cut to whole numbers.
Op lookuptable(const Operand& lut, const Operand& idx, const Axes& axes,
               const LookupOptions& options = {});

// Sizes of a lookuptable or lookuptable_gradient.
Lookup lookup_of(const Node& node);

extern const OpDef lookuptable_op, lookuptable_gradient_op;

}  // namespace ng
