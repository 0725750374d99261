// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/base/number.h"
#include "engine/ops/result_type.h"
#include "tests/ops/integer_cases.h"

namespace ng {
namespace {

// Beyond a double: just above and below the middle of two float32 or two bfloat16.
template <class T>
std::vector<T> values_between() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0), T(1), Limits::min(), Limits::max(), T(Limits::max() - 1)};
  const auto two = [](int n) { return std::uint64_t{1} << n; };
  for (const std::uint64_t x :
       {two(53) + 1, two(53), two(53) - 1, two(60) + two(36), two(60) + two(36) + 1,
        two(60) + two(36) - 1, two(60) + two(52), two(60) + two(52) + 1, two(60) + two(52) - 1,
        two(16) - 17, two(16) - 16, two(62) + two(8), two(62) + two(8) + 1}) {
    values.push_back(T(x));
    if (std::is_signed_v<T>) values.push_back(T(-T(x)));
  }
  return values;
}

// The nearest number with `bits` bits, to even: of which float32 has 24 and bfloat16 8.
double nearest(Integer value, int bits) {
  const bool negative = value < 0;
  if (negative) value = -value;
  int cut = 0;
  while ((value >> cut) >= (Integer{1} << bits)) ++cut;
  Integer kept = value >> cut;
  const Integer rest = value - (kept << cut), half = cut > 0 ? Integer{1} << (cut - 1) : 0;
  if (cut > 0 && (rest > half || (rest == half && kept % 2 == 1))) ++kept;
  const double real = static_cast<double>(kept << cut);
  return negative ? -real : real;
}

double nearest_of(DType dtype, Integer value) {
  switch (dtype) {
    case DType::f64: return nearest(value, 53);
    case DType::f32: return nearest(value, 24);
    case DType::bf16: return nearest(value, 8);
    default: break;
  }
  const double real = nearest(value, 11);  // float16
  return std::abs(real) > 65504 ? std::copysign(HUGE_VAL, real) : real;
}

class Cases {
 public:
  template <class T>
  Cases(DType dtype, const std::vector<T>& values, std::int64_t repeats) {
    for (std::int64_t i = 0; i < repeats; ++i) {
      for (const T a : values) {
        for (const T b : values) x_.push_back(a), y_.push_back(b);
      }
    }
    const auto length = static_cast<std::int64_t>(x_.size());
    const Axis axis = make_axis(length, "A");
    made.name = std::string(name(dtype)) + ", " + std::to_string(length) + " elements";
    made.x = placeholder({axis}, dtype);
    made.y = placeholder({axis}, dtype);
    made.x_value = Tensor::from(dtype, {length}, x_);
    made.y_value = Tensor::from(dtype, {length}, y_);
  }

  IntegerCases made;

  using Value = std::function<Number(Integer x, Integer y)>;
  void add(const std::string& title, const Op& op, const Value& value) {
    Tensor expected(op.dtype(), {static_cast<std::int64_t>(x_.size())});
    for (std::size_t i = 0; i < x_.size(); ++i)
      set_number(expected, static_cast<std::int64_t>(i), value(x_[i], y_[i]));
    made.results.push_back({title, op, std::move(expected)});
  }

  void add_to_floats(DType dtype) {
    const ScopedResultType type(dtype);
    const Op &x = made.x, &y = made.y;
    const std::string to = " to " + std::string(name(dtype));
    const auto round = [dtype](Integer value) { return nearest_of(dtype, value); };
    add("converted" + to, value_of(x, dtype), [=](Integer a, Integer) { return round(a); });
    add("sum of conversions" + to, value_of(x, dtype) + value_of(x, dtype),
        [=](Integer a, Integer) { return round_to(dtype, 2 * round(a)); });
    add("maximum" + to, maximum(x, y), [=](Integer a, Integer b) { return round(std::max(a, b)); });
    add("minimum" + to, minimum(x, y), [=](Integer a, Integer b) { return round(std::min(a, b)); });
    add("where" + to, where(greater(x, y), x, y),
        [=](Integer a, Integer b) { return round(std::max(a, b)); });
    add_extreme("max" + to, max(x, out_axes(Axes())),
                round(*std::max_element(x_.begin(), x_.end())));
    add_extreme("min" + to, min(x, out_axes(Axes())),
                round(*std::min_element(x_.begin(), x_.end())));
  }

  void add_comparisons() {
    const Op &x = made.x, &y = made.y;
    add("equal", equal(x, y), [](Integer a, Integer b) { return a == b; });
    add("not_equal", not_equal(x, y), [](Integer a, Integer b) { return a != b; });
    add("less", less(x, y), [](Integer a, Integer b) { return a < b; });
    add("greater_equal", greater_equal(x, y), [](Integer a, Integer b) { return a >= b; });
    const DType other = x.dtype() == DType::i64 ? DType::u64 : DType::i64;
    const auto as_other = [other](Integer value) { return wrapped(other, value); };
    add("less than another type", less(x, value_of(y, other)),
        [=](Integer a, Integer b) { return a < as_other(b); });
    add("equal to another type", equal(x, value_of(y, other)),
        [=](Integer a, Integer b) { return a == as_other(b); });
    const Integer limit = (Integer{1} << 53) + 1;
    const Op number = constant(Tensor::from(x.dtype(), {}, std::vector{limit}));
    add("greater than a number", greater(x, number), [=](Integer a, Integer) { return a > limit; });
    const Op low = constant(Tensor::from(x.dtype(), {}, std::vector{Integer{1}}));
    const ScopedResultType type(x.dtype());
    add("clipped", minimum(maximum(x, low), number),
        [=](Integer a, Integer) { return std::clamp(a, Integer{1}, limit); });
  }

  void add_positions() {
    const auto largest = std::max_element(x_.begin(), x_.end());
    const auto smallest = std::min_element(x_.begin(), x_.end());
    add_extreme("argmax", argmax(made.x), largest - x_.begin());
    add_extreme("argmin", argmin(made.x), smallest - x_.begin());
    for (const DType dtype : {DType::i64, DType::u64, DType::u32, DType::i8}) {
      const ScopedResultType type(dtype);
      const std::string as = " as " + std::string(name(dtype));
      add_extreme("max" + as, max(made.x, out_axes(Axes())), wrapped(dtype, *largest));
      add_extreme("min" + as, min(made.x, out_axes(Axes())), wrapped(dtype, *smallest));
    }
  }

 private:
  void add_extreme(const std::string& title, const Op& op, const Number& value) {
    Tensor expected(op.dtype(), {});
    set_number(expected, 0, value);
    made.results.push_back({title, op, std::move(expected)});
  }

  std::vector<Integer> x_, y_;
};

template <class T>
IntegerCases cases_of(DType dtype, std::int64_t repeats) {
  Cases cases(dtype, values_between<T>(), repeats);
  for (const DType to : {DType::f64, DType::f32, DType::bf16, DType::f16}) cases.add_to_floats(to);
  cases.add_comparisons();
  cases.add_positions();
  return std::move(cases.made);
}

}  // namespace

std::vector<IntegerCases> long_integer_cases(std::int64_t repeats) {
  return {cases_of<std::int64_t>(DType::i64, repeats),
          cases_of<std::uint64_t>(DType::u64, repeats)};
}

}  // namespace ng
