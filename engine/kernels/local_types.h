// SPDX-License-Identifier: Apache-2.0
// Types that a kernel computes in. Integers made of integers are computed in int64, or in 128 bits
// if a uint64 is among them, and wrap when they are stored or defined; so are floats that are one
// of several 64-bit integers, and round when they are stored or defined. All else is computed in
// float, or in double if a result or operand is double, an integer type that float cannot
// represent, a position beyond exact_positions or a random sample, which is a double. Values are
// rounded to their own type when stored or defined, accumulators when read.
#pragma once

#include <optional>
#include <vector>

#include "engine/kernels/kernel.h"

namespace ng::kernel {

struct LocalType {
  DType dtype = DType::f32;  // type of the value
  DType held = DType::f32;   // type of the local; wider than dtype for some accumulators
};

// Can float32 not represent all values of the type?
bool is_wide(DType dtype);

// Float32 represents all positions up to this one.
constexpr std::int64_t exact_positions = 1 << 24;

// float16 or bfloat16.
bool is_half(DType dtype);

// Types by local.
std::vector<LocalType> local_types(const Kernel& kernel);

// int64 for an expression of integers only, uint64 (computed in 128 bits) if one of them is a
// uint64; none for real numbers.
std::optional<DType> integer_type(const Kernel& kernel, const Expr& expr,
                                  const std::vector<LocalType>& locals);

// The type in which the statement's expression is computed: float32, float64, or an integer_type.
DType compute_type(const Kernel& kernel, const Statement& statement,
                   const std::vector<LocalType>& locals);

// With which an accumulator of int64 or uint64 starts.
Integer integer_identity(Combine combine, DType held);

// Is everything in one type, float32 or float64, without conversions?
bool is_plain(const Kernel& kernel);

}  // namespace ng::kernel
