// SPDX-License-Identifier: Apache-2.0
#include "engine/base/integer.h"

#include <algorithm>
#include <cmath>

#include "engine/base/element_bytes.h"

namespace ng {
namespace {

__extension__ using Unsigned = unsigned __int128;

// The nearest double, but an inexact one gets an odd last bit: rounding it once more, to a type of
// at most 51 bits, then gives what rounding the integer itself gives.
double rounded_to_odd(Integer value) {
  const bool negative = value < 0;
  auto size = static_cast<Unsigned>(value);
  if (negative) size = -size;
  int cut = 0;
  for (Unsigned left = size >> 53; left > 0; left >>= 1) ++cut;
  Unsigned kept = size >> cut;
  if ((kept << cut) != size) kept |= 1;
  const double real = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(kept)), cut);
  return negative ? -real : real;
}

}  // namespace

Integer load_integer(DType dtype, const std::byte* data, std::int64_t index) {
  switch (dtype) {
    case DType::i8: return read_as<std::int8_t>(data, index);
    case DType::i16: return read_as<std::int16_t>(data, index);
    case DType::i32: return read_as<std::int32_t>(data, index);
    case DType::i64: return read_as<std::int64_t>(data, index);
    case DType::u8: return read_as<std::uint8_t>(data, index);
    case DType::u16: return read_as<std::uint16_t>(data, index);
    case DType::u32: return read_as<std::uint32_t>(data, index);
    case DType::u64: return read_as<std::uint64_t>(data, index);
    case DType::bool_: return read_as<std::uint8_t>(data, index) != 0;
    case DType::f64:
    case DType::f32:
    case DType::f16:
    case DType::bf16: break;
  }
  return truncated(load(dtype, data, index));
}

void store_integer(DType dtype, std::byte* data, std::int64_t index, Integer value) {
  switch (dtype) {
    case DType::i8: return write_as(data, index, static_cast<std::int8_t>(value));
    case DType::i16: return write_as(data, index, static_cast<std::int16_t>(value));
    case DType::i32: return write_as(data, index, static_cast<std::int32_t>(value));
    case DType::i64: return write_as(data, index, static_cast<std::int64_t>(value));
    case DType::u8: return write_as(data, index, static_cast<std::uint8_t>(value));
    case DType::u16: return write_as(data, index, static_cast<std::uint16_t>(value));
    case DType::u32: return write_as(data, index, static_cast<std::uint32_t>(value));
    case DType::u64: return write_as(data, index, static_cast<std::uint64_t>(value));
    case DType::bool_: return write_as<std::uint8_t>(data, index, value != 0);
    case DType::f64: return write_as(data, index, static_cast<double>(value));
    case DType::f32:
    case DType::f16:
    case DType::bf16: break;
  }
  store(dtype, data, index, rounded_to_odd(value));
}

Integer wrapped(DType dtype, Integer value) {
  std::byte element[8];
  store_integer(dtype, element, 0, value);
  return load_integer(dtype, element, 0);
}

bool has_sign(DType dtype) {
  return wrapped(dtype, -1) < 0;
}

Integer saturated(DType dtype, Integer value) {
  if (dtype == DType::bool_) return value != 0;
  const Integer whole = Integer{1} << (8 * size_of(dtype));
  const Integer low = has_sign(dtype) ? -(whole / 2) : 0;
  return std::clamp(value, low, low + whole - 1);
}

Integer truncated(double value) {
  constexpr double beyond = 0x1p126;
  if (std::isnan(value)) return 0;
  return static_cast<Integer>(std::clamp(value, -beyond, beyond));
}

std::string to_string(Integer value) {
  const bool negative = value < 0;
  auto left = static_cast<Unsigned>(value);
  if (negative) left = -left;
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(left % 10));
    left /= 10;
  } while (left > 0);
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace ng
