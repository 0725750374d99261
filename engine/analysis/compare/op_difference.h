// SPDX-License-Identifier: Apache-2.0
// Measures the difference of two values of an op, and describes the op.
#pragma once

#include "engine/analysis/compare/tensor_difference.h"
#include "engine/graph/node.h"

namespace ng {

// difference() of float values; values of another dtype must be equal up to `noise`. With the op's
// id, name and axes, the place of the element and the cosine, and with up to `elements` elements
// that differ most.
OpDifference op_difference(const Value& op, const Tensor& left, const Tensor& right, double rtol,
                           double noise, std::size_t elements);

}  // namespace ng
