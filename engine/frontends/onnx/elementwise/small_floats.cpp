// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/elementwise/small_floats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/base/error.h"
#include "engine/formats/onnx/onnx_stored_types.h"
#include "engine/formats/tensors/small_float.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

using Special = SmallFloat::Special;

const SmallFloat& format_of(ElementType type) {
  const SmallFloat* format = small_float(stored_type(type).name());
  check(format != nullptr, "a float of 4 or 8 bits has no format");
  return *format;
}

int least_exponent(const SmallFloat& f) {
  return 1 - f.bias;  // of the smallest normal value
}

double largest_of(const SmallFloat& f) {
  double largest = 0;
  for (unsigned code = 0; code < 1u << (f.exponent_bits + f.mantissa_bits); ++code) {
    const double value = decoded(f, code);
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  return largest;
}

// The power of two at or below each size; at most 2^31 times the smallest normal value, and not
// below that value. By comparisons, so that it is exact.
Op power_below(const Op& size, const SmallFloat& f) {
  Op rest = size * std::ldexp(1.0, -least_exponent(f)),
     found = size * 0 + std::ldexp(1.0, least_exponent(f));
  for (const int bits : {16, 8, 4, 2, 1}) {
    const double factor = std::ldexp(1.0, bits);
    const Op larger = greater_equal(rest, factor);
    found = where(larger, found * factor, found);
    rest = where(larger, rest * (1 / factor), rest);
  }
  return found;
}

}  // namespace

Op rounded_to(const Op& x, ElementType type, bool saturates) {
  const SmallFloat& f = format_of(type);
  const double largest = largest_of(f);
  const bool has_nan = f.special != Special::none;
  const ScopedResultType wide(x.dtype() == DType::f64 ? DType::f64 : DType::f32);
  // Twice the largest value is beyond the range and finite; NaN is replaced at the end.
  const Op finite = where(not_equal(x, x), 0, x);
  const Op limited = maximum(minimum(finite, 2 * largest), -2 * largest);
  const Op step = power_below(absolute(limited), f) * std::ldexp(1.0, -f.mantissa_bits);
  Op made = round(limited / step) * step;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Op beyond = greater(absolute(made), largest);
  if (saturates || !has_nan) {
    made = maximum(minimum(made, largest), -largest);
  } else if (f.special == Special::ieee) {
    made = where(beyond, where(less(made, 0), -infinity, infinity), made);
  } else {
    made = where(beyond, std::numeric_limits<double>::quiet_NaN(), made);
  }
  if (has_nan) made = where(not_equal(x, x), std::numeric_limits<double>::quiet_NaN(), made);
  const ScopedResultType narrow(DType::f32);
  return value_of(made, DType::f32);
}

Op rounded_to_power(const Op& x, Rounding rounding, bool saturates) {
  constexpr double least = 0x1p-127, first = 0x1p-126, largest = 0x1p127;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Op made;
  {
    const ScopedResultType wide(DType::f64);
    const Op finite = less(absolute(x), HUGE_VAL);  // false for NaN
    const Op size = minimum(where(finite, absolute(x), 0), 0x1p128);
    Op rest = size * (1 / first), below = size * 0 + first;
    for (const int bits : {128, 64, 32, 16, 8, 4, 2, 1}) {
      const double factor = std::ldexp(1.0, bits);
      const Op larger = greater_equal(rest, factor);
      below = where(larger, below * factor, below);
      rest = where(larger, rest * (1 / factor), rest);
    }
    // Below the smallest normal float32, only what is kept of it decides.
    const Op normal = greater_equal(size, first);
    below = where(normal, below, least);
    const bool up = rounding == Rounding::up;
    const Op rises = up ? where(normal, greater(size, below), greater(size, 0))
                        : where(normal, greater_equal(size, below * 1.5), greater(size, least));
    made = rounding == Rounding::down ? below : where(rises, below * 2, below);
    made = where(greater(made, largest), saturates ? largest : nan, made);
    made = where(finite, made, nan);
  }
  const ScopedResultType narrow(DType::f32);
  return value_of(made, DType::f32);
}

}  // namespace ng::onnx
