// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/small_floats.h"

#include <cmath>
#include <limits>

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

struct Format {
  int fraction = 3;  // bits
  int least = -6;    // exponent of the smallest normal value
  double largest = 448;
  bool has_infinity = false, has_nan = true;
};

Format format_of(ElementType type) {
  switch (type) {
    case ElementType::f8e4m3fnuz: return {3, -7, 240};
    case ElementType::f8e5m2: return {2, -14, 57344, true};
    case ElementType::f8e5m2fnuz: return {2, -15, 57344};
    case ElementType::f4e2m1: return {1, 0, 6, false, false};
    default: return {};
  }
}

// The power of two at or below each size; at most 2^31 times the smallest normal value, and not
// below that value. By comparisons, so that it is exact.
Op power_below(const Op& size, const Format& f) {
  Op rest = size * std::ldexp(1.0, -f.least), found = size * 0 + std::ldexp(1.0, f.least);
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
  const Format f = format_of(type);
  const ScopedResultType wide(x.dtype() == DType::f64 ? DType::f64 : DType::f32);
  // Twice the largest value is beyond the range and finite; NaN is replaced at the end.
  const Op finite = where(not_equal(x, x), 0, x);
  const Op limited = maximum(minimum(finite, 2 * f.largest), -2 * f.largest);
  const Op step = power_below(absolute(limited), f) * std::ldexp(1.0, -f.fraction);
  Op made = round(limited / step) * step;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Op beyond = greater(absolute(made), f.largest);
  if (saturates || !f.has_nan) {
    made = maximum(minimum(made, f.largest), -f.largest);
  } else if (f.has_infinity) {
    made = where(beyond, where(less(made, 0), -infinity, infinity), made);
  } else {
    made = where(beyond, std::numeric_limits<double>::quiet_NaN(), made);
  }
  if (f.has_nan) made = where(not_equal(x, x), std::numeric_limits<double>::quiet_NaN(), made);
  const ScopedResultType narrow(DType::f32);
  return value_of(made, DType::f32);
}

}  // namespace ng::onnx
