// SPDX-License-Identifier: Apache-2.0
// In which types a kernel computes. Arithmetic is done in float, or in double where a result or an
// operand is double or an integer that float does not hold; values are rounded to their own type
// when they are stored or defined, accumulators when they are read.
#pragma once

#include <vector>

#include "engine/kernels/kernel.h"

namespace ng::kernel {

struct LocalType {
  DType dtype = DType::f32;  // of the value
  DType held = DType::f32;   // what the local is; wider than dtype for some accumulators
};

// Whether float32 does not hold all values of the type.
bool is_wide(DType dtype);

// By local.
std::vector<LocalType> local_types(const Kernel& kernel);

// float32 or float64: in which the statement's expression is computed.
DType compute_type(const Kernel& kernel, const Statement& statement,
                   const std::vector<LocalType>& locals);

// Everything in one type, float32 or float64: no conversions.
bool is_plain(const Kernel& kernel);

}  // namespace ng::kernel
