// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/limits/limit_values.h"

#include <cmath>
#include <limits>

namespace ng::fuzz {
namespace {

Integer drawn_integer(Draws& draws, DType dtype) {
  constexpr Integer beyond = Integer{1} << 100;
  const Integer low = saturated(dtype, -beyond), high = saturated(dtype, beyond);
  const auto power = [](std::int64_t n) { return Integer{1} << n; };
  const Integer sign = draws.chance(50) ? -1 : 1;
  switch (draws.below(12)) {
    case 0: return low;
    case 1: return high;
    case 2: return low + draws.below(3);
    case 3: return high - draws.below(3);
    case 4: return high / 2 + draws.within(-1, 2);
    case 5: return sign * (power(53) + draws.within(-2, 2));
    case 6: return sign * (power(60) + power(36) + draws.within(-1, 1));
    case 7: return sign * (power(draws.within(1, 63)) + draws.within(-1, 1));
    case 8: return static_cast<std::int64_t>(draws.bits());
    default: return draws.within(-4, 9);
  }
}

double drawn_float(Draws& draws, DType dtype) {
  const bool half = dtype == DType::f16;
  const double largest = dtype == DType::f64   ? std::numeric_limits<double>::max()
                         : dtype == DType::f32 ? std::numeric_limits<float>::max()
                         : half                ? 65504
                                               : 0x1.fep127;
  const double tiny = dtype == DType::f64 ? 0x1p-1074 : half ? 0x1p-24 : 0x1p-149;
  const double normal = dtype == DType::f64 ? 0x1p-1022 : half ? 0x1p-14 : 0x1p-126;
  const double sign = draws.chance(50) ? -1 : 1;
  switch (draws.below(14)) {
    case 0: return sign * 0.0;
    case 1: return sign * tiny * static_cast<double>(draws.within(1, 7));
    case 2: return sign * normal * (draws.chance(50) ? 1 : 0.75);
    case 3: return sign * largest;
    case 4: return sign * std::numeric_limits<double>::infinity();
    case 5: return std::numeric_limits<double>::quiet_NaN();
    case 6: return sign * (static_cast<double>(draws.below(5)) + 0.5);
    case 7: return sign * std::ldexp(1 + draws.unit(), static_cast<int>(draws.within(-3, 70)));
    case 8: return sign * (std::ldexp(1.0, static_cast<int>(draws.within(7, 64))));
    case 9: return sign * (1 + std::ldexp(1.0, -static_cast<int>(draws.within(7, 30))));
    default: return sign * static_cast<double>(draws.below(6)) * (1 + draws.unit());
  }
}

}  // namespace

Tensor limit_values(Draws& draws, DType dtype, const Shape& shape) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    if (is_float(dtype)) {
      tensor.set(i, drawn_float(draws, dtype));
    } else {
      store_integer(dtype, tensor.bytes.data(), i, drawn_integer(draws, dtype));
    }
  }
  return tensor;
}

}  // namespace ng::fuzz
