// SPDX-License-Identifier: Apache-2.0
#include "engine/base/dtype.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/element_bytes.h"

namespace ng {
namespace {

struct Row {
  std::string_view name;
  std::size_t bytes;
  bool floating;
};

constexpr std::array<Row, dtype_count> rows = {{{"float64", 8, true},
                                                {"float32", 4, true},
                                                {"float16", 2, true},
                                                {"bfloat16", 2, true},
                                                {"int8", 1, false},
                                                {"int16", 2, false},
                                                {"int32", 4, false},
                                                {"int64", 8, false},
                                                {"uint8", 1, false},
                                                {"uint16", 2, false},
                                                {"uint32", 4, false},
                                                {"uint64", 8, false},
                                                {"bool", 1, false}}};

const Row& row(DType dtype) {
  return rows[static_cast<std::size_t>(dtype)];
}

double half_to_double(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  double value;
  if (exponent == 31) {
    value = fraction ? std::numeric_limits<double>::quiet_NaN()
                     : std::numeric_limits<double>::infinity();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(1024 + fraction, exponent - 25);
  }
  return bits & 0x8000 ? -value : value;
}

// Rounds to nearest even at 11 bits of significand, with gradual underflow below 2^-14.
std::uint16_t double_to_half(double value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00);
  if (magnitude >= 65520.0) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (magnitude < 0x1p-14) {
    return static_cast<std::uint16_t>(sign | static_cast<int>(std::nearbyint(magnitude * 0x1p24)));
  }
  int exponent;
  std::frexp(magnitude, &exponent);
  int fraction = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 11 - exponent)));
  if (fraction == 2048) {
    fraction = 1024;
    ++exponent;
  }
  return static_cast<std::uint16_t>(sign | ((exponent + 14) << 10) | (fraction - 1024));
}

// Goes through a float rounded to odd, which preserves inexactness: rounding to nearest twice would
// turn 1 + 2^-8 + 2^-30 into 1.
std::uint16_t double_to_bfloat(double value) {
  const auto near = static_cast<float>(value);
  auto bits = std::bit_cast<std::uint32_t>(near);
  if (static_cast<double>(near) != value && !std::isnan(value)) {
    if (std::fabs(static_cast<double>(near)) > std::fabs(value)) --bits;
    bits |= 1;
  }
  if (std::isnan(value)) return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

template <class T>
T to_integer(double value) {
  if (std::isnan(value)) return 0;
  if (value <= static_cast<double>(std::numeric_limits<T>::min())) {
    return std::numeric_limits<T>::min();
  }
  if (value >= static_cast<double>(std::numeric_limits<T>::max())) {
    return std::numeric_limits<T>::max();
  }
  return static_cast<T>(value);
}

}  // namespace

std::string_view name(DType dtype) {
  return row(dtype).name;
}
std::size_t size_of(DType dtype) {
  return row(dtype).bytes;
}
bool is_float(DType dtype) {
  return row(dtype).floating;
}

std::optional<DType> dtype_from_name(std::string_view wanted) {
  for (int i = 0; i < dtype_count; ++i) {
    if (rows[static_cast<std::size_t>(i)].name == wanted) return static_cast<DType>(i);
  }
  return std::nullopt;
}

double load(DType dtype, const std::byte* data, std::int64_t index) {
  switch (dtype) {
    case DType::f64: return read_as<double>(data, index);
    case DType::f32: return read_as<float>(data, index);
    case DType::f16: return half_to_double(read_as<std::uint16_t>(data, index));
    case DType::bf16:
      return std::bit_cast<float>(std::uint32_t{read_as<std::uint16_t>(data, index)} << 16);
    case DType::i8: return read_as<std::int8_t>(data, index);
    case DType::i16: return read_as<std::int16_t>(data, index);
    case DType::i32: return read_as<std::int32_t>(data, index);
    case DType::i64: return static_cast<double>(read_as<std::int64_t>(data, index));
    case DType::u8: return read_as<std::uint8_t>(data, index);
    case DType::u16: return read_as<std::uint16_t>(data, index);
    case DType::u32: return read_as<std::uint32_t>(data, index);
    case DType::u64: return static_cast<double>(read_as<std::uint64_t>(data, index));
    case DType::bool_: return read_as<std::uint8_t>(data, index) != 0;
  }
  return 0;
}

void store(DType dtype, std::byte* data, std::int64_t index, double value) {
  switch (dtype) {
    case DType::f64: return write_as(data, index, value);
    case DType::f32: return write_as(data, index, static_cast<float>(value));
    case DType::f16: return write_as(data, index, double_to_half(value));
    case DType::bf16: return write_as(data, index, double_to_bfloat(value));
    case DType::i8: return write_as(data, index, to_integer<std::int8_t>(value));
    case DType::i16: return write_as(data, index, to_integer<std::int16_t>(value));
    case DType::i32: return write_as(data, index, to_integer<std::int32_t>(value));
    case DType::i64: return write_as(data, index, to_integer<std::int64_t>(value));
    case DType::u8: return write_as(data, index, to_integer<std::uint8_t>(value));
    case DType::u16: return write_as(data, index, to_integer<std::uint16_t>(value));
    case DType::u32: return write_as(data, index, to_integer<std::uint32_t>(value));
    case DType::u64: return write_as(data, index, to_integer<std::uint64_t>(value));
    case DType::bool_: return write_as<std::uint8_t>(data, index, value != 0);
  }
}

double round_to(DType dtype, double value) {
  if (dtype == DType::f64) return value;
  if (dtype == DType::f32) return static_cast<float>(value);
  std::byte element[8];
  store(dtype, element, 0, value);
  return load(dtype, element, 0);
}

}  // namespace ng
