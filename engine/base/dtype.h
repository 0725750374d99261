// SPDX-License-Identifier: Apache-2.0
// Element types, and access to single elements as double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ng {

// clang-format off
enum class DType : std::uint8_t {
  f64, f32, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, bool_
};
// clang-format on

inline constexpr int dtype_count = 13;

// "float32", "int64", "bool", … : NumPy's names, and "bfloat16".
std::string_view name(DType dtype);
std::optional<DType> dtype_from_name(std::string_view name);

// Bytes of one element.
std::size_t size_of(DType dtype);
bool is_float(DType dtype);

// Element `index` of an array of `dtype` at `data`. 64-bit integers beyond 2^53 lose precision.
double load(DType dtype, const std::byte* data, std::int64_t index);

// Stores `value` rounded to `dtype`: floats to nearest even; integers truncate toward zero and
// saturate at their range, NaN becomes 0.
void store(DType dtype, std::byte* data, std::int64_t index, double value);

// `value` after a store and a load as `dtype`.
double round_to(DType dtype, double value);

}  // namespace ng
