// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/small_float.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace ng {
namespace {

using Special = SmallFloat::Special;

constexpr SmallFloat formats[] = {
    {"float8_e4m3fn", 1, 4, 3, 7, Special::all_ones},
    {"float8_e4m3fnuz", 1, 4, 3, 8, Special::negative_zero},
    {"float8_e4m3b11fnuz", 1, 4, 3, 11, Special::negative_zero},
    {"float8_e5m2", 1, 5, 2, 15, Special::ieee},
    {"float8_e5m2fnuz", 1, 5, 2, 16, Special::negative_zero},
    {"float8_e8m0fnu", 0, 8, 0, 127, Special::all_ones},
    {"float4_e2m1fn", 1, 2, 1, 1, Special::none},
};

}  // namespace

const SmallFloat* small_float(std::string_view name) {
  for (const SmallFloat& format : formats)
    if (format.name == name) return &format;
  return nullptr;
}

float decoded(const SmallFloat& format, unsigned code) {
  const int magnitude_bits = format.exponent_bits + format.mantissa_bits;
  const unsigned ones = (1u << magnitude_bits) - 1, magnitude = code & ones;
  const bool negative = format.sign_bits > 0 && code >> magnitude_bits != 0;
  const unsigned mantissa = magnitude & ((1u << format.mantissa_bits) - 1);
  const auto exponent = static_cast<int>(magnitude >> format.mantissa_bits);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  if (format.special == Special::all_ones && magnitude == ones) return nan;
  if (format.special == Special::negative_zero && negative && magnitude == 0) return nan;
  const float sign = negative ? -1.f : 1.f;
  if (format.special == Special::ieee && exponent == (1 << format.exponent_bits) - 1)
    return mantissa == 0 ? sign * std::numeric_limits<float>::infinity() : nan;
  // Without a mantissa there are neither zero nor subnormal numbers.
  const bool subnormal = exponent == 0 && format.mantissa_bits > 0;
  const unsigned digits = subnormal ? mantissa : mantissa + (1u << format.mantissa_bits);
  const int scale = (subnormal ? 1 : exponent) - format.bias - format.mantissa_bits;
  return sign * std::ldexp(static_cast<float>(digits), scale);
}

std::vector<std::byte> decoded_floats(const SmallFloat& format, std::span<const std::byte> codes) {
  std::array<float, 256> values{};
  const int bits = format.sign_bits + format.exponent_bits + format.mantissa_bits;
  for (unsigned code = 0; code < 1u << bits; ++code) values[code] = decoded(format, code);
  std::vector<std::byte> floats(codes.size() * sizeof(float));
  for (std::size_t i = 0; i < codes.size(); ++i)
    std::memcpy(floats.data() + i * sizeof(float), &values[std::to_integer<unsigned>(codes[i])],
                sizeof(float));
  return floats;
}

}  // namespace ng
