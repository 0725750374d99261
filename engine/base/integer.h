// SPDX-License-Identifier: Apache-2.0
// Integers that hold every element of every integer type, and exact access to single elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/base/dtype.h"

namespace ng {

// 128 bits: sums, differences and quotients of 64-bit integers are exact, products exact modulo
// 2^128.
__extension__ using Integer = __int128;

// An integer type, or bool.
inline bool is_integer(DType dtype) {
  return !is_float(dtype);
}

// Element `index` of an array of an integer type, exactly.
Integer load_integer(DType dtype, const std::byte* data, std::int64_t index);
// Stores `value`: wraps in an integer type; bool is "not 0"; a float type rounds it.
void store_integer(DType dtype, std::byte* data, std::int64_t index, Integer value);
// Does the integer type hold negative values?
bool has_sign(DType dtype);
// `value` after a store and a load as the integer type.
Integer wrapped(DType dtype, Integer value);

// `value`, or the nearest value of the integer type; bool is "not 0".
Integer saturated(DType dtype, Integer value);

// `value` truncated toward zero; saturates, and NaN is 0.
Integer truncated(double value);

std::string to_string(Integer value);

}  // namespace ng
