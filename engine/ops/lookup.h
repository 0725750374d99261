// SPDX-License-Identifier: Apache-2.0
// Table lookup (embedding): rows of a table by index.
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct Lookup;
struct OpDef;

struct LookupOptions {
  bool update = true;                        // false: no gradient for the table
  std::optional<std::int64_t> pad_idx = {};  // row without gradient
};

// The rows of `lut` (two axes) at the indices `idx` (one axis), which are truncated to integers.
// `axes` are lut's axes with the lookup axis replaced by idx's axis. Value Error for other ranks or
// axes and for a pad_idx out of range; indices out of range fail the run.
Op lookuptable(const Operand& lut, const Operand& idx, const Axes& axes,
               const LookupOptions& options = {});

// Sizes of a lookuptable or lookuptable_gradient op.
Lookup lookup_of(const Node& node);

extern const OpDef lookuptable_op, lookuptable_gradient_op;

}  // namespace ng
