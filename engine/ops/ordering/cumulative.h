// SPDX-License-Identifier: Apache-2.0
// Running sums and products along an axis.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/runtime/axis_steps.h"

namespace ng {

struct OpDef;

struct CumulativeOptions {
  bool exclusive = false;  // each result leaves out the element at its own position
  bool reverse = false;    // from the last element to the first
};

// The sums, or products, of the elements of `x` up to each position along `axis`, over x's axes.
// Value Error if x lacks the axis.
Op cumulative_sum(const Operand& x, const Axis& axis, const CumulativeOptions& options = {});
Op cumulative_product(const Operand& x, const Axis& axis, const CumulativeOptions& options = {});

// Sizes of such an op; empty for other ops, and if the element type changes.
std::optional<Cumulation> cumulation_of(const Node& node);

extern const OpDef cumulative_sum_op, cumulative_product_op;

}  // namespace ng
