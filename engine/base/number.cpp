// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"

#include <locale.h>  // NOLINT: newlocale is POSIX
#include <stdlib.h>  // NOLINT: strtod_l

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ng {
namespace {

constexpr std::size_t most_digits = 38;  // that 128 bits hold

std::optional<Integer> integer_from(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  Integer value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return negative ? -value : value;
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string text_of(double value, std::chars_format format, int digits) {
  std::string text(static_cast<std::size_t>(digits) + 330, '\0');  // 309 digits before the point
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value, format, digits);
  text.resize(static_cast<std::size_t>(written.ptr - text.data()));
  return text;
}

}  // namespace

bool is_less(const Number& a, const Number& b) {
  return a.is_integer() && b.is_integer() ? a.integer() < b.integer() : a.real() < b.real();
}

Number difference_of(const Number& a, const Number& b) {
  if (a.is_integer() && b.is_integer()) return a.integer() - b.integer();
  return a.real() - b.real();
}

Number distance(const Number& a, const Number& b) {
  const Number apart = difference_of(a, b);
  if (apart.is_integer()) return apart.integer() < 0 ? -apart.integer() : apart.integer();
  return std::abs(apart.real());
}

Number number_at(const Tensor& tensor, std::int64_t index) {
  if (is_integer(tensor.dtype)) return tensor.integer_at(index);
  return tensor.at(index);
}

void set_number(Tensor& tensor, std::int64_t index, const Number& value) {
  if (!value.is_integer()) return tensor.set(index, value.real());
  const DType dtype = tensor.dtype;
  const Integer held = is_integer(dtype) ? saturated(dtype, value.integer()) : value.integer();
  store_integer(dtype, tensor.bytes.data(), index, held);
}

Tensor array_of(Shape shape, std::span<const Number> values) {
  bool whole = true, in_double = true, has_sign = false;
  for (const Number& value : values) {
    whole &= value.is_integer() || std::trunc(value.real()) == value.real();
    in_double &= !value.is_integer() || truncated(value.real()) == value.integer();
    has_sign |= value.real() < 0;
  }
  DType dtype = DType::f64;
  if (whole && !in_double) {
    dtype = has_sign ? DType::i64 : DType::u64;
    for (const Number& value : values) {
      const Integer held = value.is_integer() ? value.integer() : truncated(value.real());
      if (wrapped(dtype, held) != held) dtype = DType::f64;
    }
  }
  Tensor tensor(dtype, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i)
    set_number(tensor, static_cast<std::int64_t>(i), values[i]);
  return tensor;
}

Tensor scalar_tensor(const Number& value) {
  return array_of({}, std::span(&value, 1));
}

std::string to_string(const Number& value, std::optional<int> digits) {
  if (value.is_integer()) return to_string(value.integer());
  if (!digits) return shortest(value.real());
  return text_of(value.real(), std::chars_format::general, *digits);
}

std::string fixed(double value, int places) {
  return text_of(value, std::chars_format::fixed, places);
}

double real_from(const std::string& text) {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
  return strtod_l(text.c_str(), nullptr, plain);
}

std::optional<Number> number_from(std::string_view text) {
  if (const auto integer = integer_from(text)) return Number(*integer);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return Number(value);
}

double nearest_in(DType dtype, Integer value) {
  std::byte element[8];
  store_integer(dtype, element, 0, value);
  return load(dtype, element, 0);
}

}  // namespace ng
