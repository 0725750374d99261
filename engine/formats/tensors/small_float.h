// SPDX-License-Identifier: Apache-2.0
// Floating-point formats of 4 and 8 bits (OCP 8-bit, OCP microscaling, and the variants of ONNX and
// ml_dtypes), which are decoded to float32 exactly.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ng {

struct SmallFloat {
  // Which codes are no finite numbers.
  enum class Special {
    ieee,           // the largest exponent: infinity, and NaN with a mantissa
    all_ones,       // NaN: exponent and mantissa of ones only
    negative_zero,  // NaN: the sign alone
    none
  };
  std::string_view name;
  int sign_bits, exponent_bits, mantissa_bits, bias;
  Special special;
};

// Null if no format has the name.
const SmallFloat* small_float(std::string_view name);

float decoded(const SmallFloat& format, unsigned code);

// Codes, one per byte, as the bytes of float32 numbers.
std::vector<std::byte> decoded_floats(const SmallFloat& format, std::span<const std::byte> codes);

}  // namespace ng
