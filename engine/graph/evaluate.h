// SPDX-License-Identifier: Apache-2.0
// Runs an op's reference function over arrays in memory, in double or in integers.
#pragma once

#include <span>

#include "engine/base/tensor.h"
#include "engine/graph/op_def.h"

namespace ng {

// Are the op's results integers made of integers, or floats that are rounded once from integers?
// They are then computed exactly and wrap in their type, as in NumPy. Otherwise they are computed
// in double, and an integer result saturates.
bool computes_integers(const Node& node);

// The type in memory of a value of type `dtype`: with `double_throughout`, floats are float64, so
// that they are not rounded between ops.
DType memory_type(DType dtype, bool double_throughout);

// `in`, `out`: row-major elements of the operands and of the results, in their memory types.
void evaluate(const Node& node, std::span<const std::byte* const> in,
              std::span<std::byte* const> out, bool double_throughout = false);

// `in`: arrays of the operands' types and lengths.
std::vector<Tensor> evaluate(const Node& node, std::span<const Tensor> in);

}  // namespace ng
