// SPDX-License-Identifier: Apache-2.0
// Reductions and element counts.
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// The axes to reduce. With neither set: all axes except batch and recurrent; with one set, the
// other is the complement; with both, they must be disjoint and cover the operand.
struct Over {
  std::optional<Axes> reduction_axes = std::nullopt;
  std::optional<Axes> out_axes = std::nullopt;
};
inline Over out_axes(const Axes& axes) {
  return {std::nullopt, axes};
}
inline Over reduce_over(const Axes& axes) {
  return {axes, std::nullopt};
}

Op sum(const Operand& x, const Over& over = {});
Op max(const Operand& x, const Over& over = {});
Op min(const Operand& x, const Over& over = {});
Op prod(const Operand& x, const Over& over = {});
// The arithmetic mean, and the mean squared distance from it.
Op mean(const Operand& x, const Over& over = {});
Op variance(const Operand& x, const Over& over = {});

// int32 index of the maximum (minimum), the first of several; NaN counts as the extreme. For
// several axes the row-major index in their block, in x's order.
Op argmax(const Operand& x, const Over& over = {});
Op argmin(const Operand& x, const Over& over = {});

// Norms; by default over all axes except batch. L2_norm is sqrt(eps + sum of squares), so that its
// gradient is finite at 0.
Op squared_L2(const Operand& x, const Over& over = {});
Op L1_norm(const Operand& x, const Over& over = {});
Op L2_norm(const Operand& x, const Over& over = {}, double eps = 1e-8);

// The number of reduced elements as a scalar; by default over all axes except batch.
Op tensor_size(const Operand& x, const Over& over = {});
// The length of x's batch axis as a scalar, 1 without batch axis.
Op batch_size(const Operand& x);

// The reduced and kept axes of a reduction.
Reduction reduction_of(const Node& node);

extern const OpDef sum_op, max_op, min_op, mean_op, tensor_size_op, batch_size_op;
extern const OpDef prod_op, variance_op, argmax_op, argmin_op, squared_L2_op, L1_norm_op,
    L2_norm_op;

}  // namespace ng
