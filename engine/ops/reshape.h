// SPDX-License-Identifier: Apache-2.0
// The same elements in the same order under other axes: grouped, opened, renamed, reversed.
#pragma once

#include <optional>

#include "engine/graph/op.h"
#include "engine/graph/op_def.h"

namespace ng {

// All of x's axes as one flattened axis; rank 0 and 1 are returned as they are.
Op flatten(const Operand& x);
// Neighbouring axes of x grouped as `axes` say; their leaves must be x's, in x's order.
Op flatten(const Operand& x, const Axes& axes);
// Two groups, the axes before position k and the rest; k = 0 or the rank: one group of all.
Op flatten_at(const Operand& x, std::size_t k);
// Flattened axes opened, all of them or as `axes` say.
Op unflatten(const Operand& x, const std::optional<Axes>& axes = {});

// x over one more axis, at position `dim`, along which it repeats; x itself when it has the axis.
// Gradient: the sum along it.
Op expand_dims(const Operand& x, const Axis& axis, std::int64_t dim);
// x with its axes in reverse order.
Op transpose(const Operand& x);
// x under the names of `axes`, position by position, with its own lengths; axes of equal name stay.
Op cast_role(const Operand& x, const Axes& axes);
// x with its axes renamed by `names`.
Op map_roles(const Operand& x, const AxesMap& names);

extern const OpDef flatten_op, unflatten_op, expand_dims_op, transpose_op, cast_role_op,
    map_roles_op;

}  // namespace ng
