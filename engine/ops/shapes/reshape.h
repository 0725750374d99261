// SPDX-License-Identifier: Apache-2.0
// The same elements in the same order under other axes: flattened, unflattened, renamed,
// transposed.
#pragma once

#include <optional>

#include "engine/graph/op.h"

namespace ng {

struct OpDef;

// All of x's axes as one flattened axis; returns x itself for ranks 0 and 1.
Op flatten(const Operand& x);
// Adjacent axes of x combined according to `axes`, whose leaves must be x's, in x's order.
Op flatten(const Operand& x, const Axes& axes);
// Two flattened axes: the axes before position k and the rest; one if k is 0 or the rank.
Op flatten_at(const Operand& x, std::size_t k);
// Splits flattened axes: all of them, or according to `axes`.
Op unflatten(const Operand& x, const std::optional<Axes>& axes = {});

// x with an additional axis at position `dim`, along which it is repeated; x itself if it has the
// axis. Gradient: the sum along the axis.
Op expand_dims(const Operand& x, const Axis& axis, std::int64_t dim);
// x with its axes in reverse order.
Op transpose(const Operand& x);
// x with the names of `axes`, by position, and its own lengths; axes with equal names are kept.
Op cast_role(const Operand& x, const Axes& axes);
// x with its axes renamed by `names`.
Op map_roles(const Operand& x, const AxesMap& names);

extern const OpDef flatten_op, unflatten_op, expand_dims_op, transpose_op, cast_role_op,
    map_roles_op;

}  // namespace ng
