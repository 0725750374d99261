// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/representable.h"

#include <cmath>

#include "engine/base/integer.h"

namespace ng {
namespace {

bool holds(DType dtype, const Tensor& value, std::int64_t index) {
  if (is_float(value.dtype)) {
    const double number = value.at(index);
    // Infinity is truncated to a number that no integer type has.
    const Integer integer = truncated(number);
    return std::trunc(number) == number && wrapped(dtype, integer) == integer;
  }
  return wrapped(dtype, value.integer_at(index)) == value.integer_at(index);
}

std::string range_text(DType dtype) {
  constexpr Integer beyond = Integer{1} << 100;
  return "integers from " + to_string(saturated(dtype, -beyond)) + " to " +
         to_string(saturated(dtype, beyond)) + " (" + std::string(name(dtype)) + ")";
}

std::string element_text(const Tensor& value, std::int64_t index) {
  if (is_integer(value.dtype)) return to_string(value.integer_at(index));
  return to_string(Tensor::from(DType::f64, {}, std::vector{value.at(index)}));
}

}  // namespace

std::optional<Diagnostic> unrepresentable(const Tensor& value, DType dtype,
                                          const std::string& what) {
  if (value.dtype == dtype || is_float(dtype) || dtype == DType::bool_) return std::nullopt;
  for (std::int64_t i = 0; i < value.size(); ++i) {
    if (holds(dtype, value, i)) continue;
    Diagnostic diagnostic;
    diagnostic.what = "the value for " + what + " does not fit its element type";
    diagnostic.found = element_text(value, i);
    diagnostic.expected = range_text(dtype);
    diagnostic.action = "round the value first, or give the input another element type";
    return diagnostic;
  }
  return std::nullopt;
}

Tensor fed_to(const Tensor& value, DType dtype, const Shape& shape, const std::string& what) {
  if (auto fault = unrepresentable(value, dtype, what)) {
    refuse(ErrorKind::value, std::move(*fault));
  }
  return broadcast_to(value, dtype, shape, what);
}

}  // namespace ng
