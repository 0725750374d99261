// SPDX-License-Identifier: Apache-2.0
// Reductions and the counts that go with them (semantics 1.4 and 2.4).
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// Which axes to reduce: neither given: all but batch and recurrent; one given: the other is the
// complement; both: they must be disjoint and cover the operand.
struct Over {
  std::optional<Axes> reduction_axes = std::nullopt;
  std::optional<Axes> out_axes = std::nullopt;
};
inline Over out_axes(const Axes& axes) { return {std::nullopt, axes}; }
inline Over reduce_over(const Axes& axes) { return {axes, std::nullopt}; }

Op sum(const Operand& x, const Over& over = {});
Op max(const Operand& x, const Over& over = {});
Op min(const Operand& x, const Over& over = {});
Op prod(const Operand& x, const Over& over = {});
// Sum over the number of elements summed; the mean squared distance from it.
Op mean(const Operand& x, const Over& over = {});
Op variance(const Operand& x, const Over& over = {});

// int32: where the largest (smallest) element stands, the first of equals; a NaN counts as beyond
// all numbers. Over several axes the position in the block of those axes, x's order, last fastest.
Op argmax(const Operand& x, const Over& over = {});
Op argmin(const Operand& x, const Over& over = {});

// Norms; default: over all axes but batch. L2_norm is sqrt(eps + sum of squares), so that its
// gradient is finite at 0.
Op squared_L2(const Operand& x, const Over& over = {});
Op L1_norm(const Operand& x, const Over& over = {});
Op L2_norm(const Operand& x, const Over& over = {}, double eps = 1e-8);

// The number of elements reduced, default all axes but batch: a scalar. Keeps x as an operand.
Op tensor_size(const Operand& x, const Over& over = {});
// The length of x's batch axis, 1 without one: a scalar.
Op batch_size(const Operand& x);

// The split that `attributes` of a reduction ask for.
Reduction reduction_of(const Node& node);

extern const OpDef sum_op, max_op, min_op, mean_op, tensor_size_op, batch_size_op;
extern const OpDef prod_op, variance_op, argmax_op, argmin_op, squared_L2_op, L1_norm_op,
    L2_norm_op;

}  // namespace ng
