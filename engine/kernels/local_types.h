// SPDX-License-Identifier: Apache-2.0
// Types that a kernel computes in. Arithmetic is in float, or in double if a result or operand is
// double or an integer type that float cannot represent. Values are rounded to their own type when
// stored or defined, accumulators when read.
#pragma once

#include <vector>

#include "engine/kernels/kernel.h"

namespace ng::kernel {

struct LocalType {
  DType dtype = DType::f32;  // type of the value
  DType held = DType::f32;   // type of the local; wider than dtype for some accumulators
};

// Can float32 not represent all values of the type?
bool is_wide(DType dtype);

// Types by local.
std::vector<LocalType> local_types(const Kernel& kernel);

// The type in which the statement's expression is computed: float32 or float64.
DType compute_type(const Kernel& kernel, const Statement& statement,
                   const std::vector<LocalType>& locals);

// Is everything in one type, float32 or float64, without conversions?
bool is_plain(const Kernel& kernel);

}  // namespace ng::kernel
