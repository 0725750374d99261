// SPDX-License-Identifier: Apache-2.0
// The value of one element as it is read, compared, shown and written: an integer of an integer
// type exactly, or a double. A double alone would change 64-bit integers beyond 2^53.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/tensor.h"

namespace ng {

class Number {
 public:
  Number() = default;
  template <std::floating_point T>
  Number(T value) : real_(value) {}  // NOLINT: implicit
  // bool and Integer, too.
  template <class T>
    requires std::integral<T> || std::same_as<T, Integer>
  Number(T value)  // NOLINT: implicit
      : real_(static_cast<double>(value)), integer_(value), is_integer_(true) {}

  bool is_integer() const { return is_integer_; }
  Integer integer() const { return integer_; }  // if is_integer()
  // The nearest double.
  double real() const { return real_; }
  operator double() const { return real_; }  // NOLINT: implicit

  // Equal as numbers; two integers are compared exactly. NaN equals nothing.
  friend bool operator==(const Number& a, const Number& b) {
    return a.is_integer_ && b.is_integer_ ? a.integer_ == b.integer_ : a.real_ == b.real_;
  }
  template <class T>
    requires std::integral<T> || std::floating_point<T>
  friend bool operator==(const Number& a, T b) {
    return a == Number(b);
  }

 private:
  double real_ = 0;
  Integer integer_ = 0;
  bool is_integer_ = false;
};

bool is_less(const Number& a, const Number& b);
// a - b and |a - b|; exact for two integers.
Number difference_of(const Number& a, const Number& b);
Number distance(const Number& a, const Number& b);

Number number_at(const Tensor& tensor, std::int64_t index);
// Rounds to the tensor's type; an integer that an integer type lacks becomes its nearest value.
void set_number(Tensor& tensor, std::int64_t index, const Number& value);
// float64; or int64 or uint64 if all are integers and a double cannot hold one of them.
Tensor array_of(Shape shape, std::span<const Number> values);
Tensor scalar_tensor(const Number& value);

// All digits of an integer; of a double `digits` significant ones, or the shortest text that reads
// back as the same double.
std::string to_string(const Number& value, std::optional<int> digits = {});
// The whole text as a number: an integer without point and exponent is exact up to 38 digits.
std::optional<Number> number_from(std::string_view text);

// printf and strtod follow the locale, which a host may set to one with a decimal comma. These, and
// to_string and number_from, do not.
std::string fixed(double value, int places);  // as "%.*f"
double real_from(const std::string& text);    // as strtod

// The value nearest to an integer in a float type, to even: rounded once, as a cast of C does it.
double nearest_in(DType dtype, Integer value);

}  // namespace ng
