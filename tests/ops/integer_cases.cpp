// SPDX-License-Identifier: Apache-2.0
#include "tests/ops/integer_cases.h"

#include <cstring>
#include <functional>
#include <limits>
#include <type_traits>

#include "engine/base/number.h"
#include "engine/ops/result_type.h"
#include "engine/session/compile_options.h"
#include "tests/support/run_graph.h"

namespace ng {
namespace {

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, std::int8_t>) return DType::i8;
  if constexpr (std::is_same_v<T, std::int16_t>) return DType::i16;
  if constexpr (std::is_same_v<T, std::int32_t>) return DType::i32;
  if constexpr (std::is_same_v<T, std::int64_t>) return DType::i64;
  if constexpr (std::is_same_v<T, std::uint8_t>) return DType::u8;
  if constexpr (std::is_same_v<T, std::uint16_t>) return DType::u16;
  if constexpr (std::is_same_v<T, std::uint32_t>) return DType::u32;
  return DType::u64;
}

// At the limits, about 0, and beyond the integers that a double represents.
template <class T>
std::vector<T> limits() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {
      Limits::min(),        T(Limits::min() + 1), T(-1), T(0), T(1), T(3), T(Limits::max() / 2 + 2),
      T(Limits::max() - 1), Limits::max()};
  if (sizeof(T) == 8) values.push_back(T((std::uint64_t{1} << 53) + 1));
  return values;
}

template <class T>
Tensor tensor_of(const std::vector<T>& values) {
  Tensor tensor(dtype_of<T>(), {static_cast<std::int64_t>(values.size())});
  std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
  return tensor;
}

// Arithmetic of the machine, without overflow of signed integers.
template <class T>
struct Machine {
  using U = std::make_unsigned_t<T>;
  static T add(T x, T y) { return T(U(U(x) + U(y))); }
  static T subtract(T x, T y) { return T(U(U(x) - U(y))); }
  static T multiply(T x, T y) { return T(std::uint64_t(x) * std::uint64_t(y)); }
  static T negative(T x, T) { return subtract(0, x); }
  static T absolute(T x, T) { return x < 0 ? subtract(0, x) : x; }
  static T square(T x, T) { return multiply(x, x); }
  static T divide(T x, T y) {
    if (y == 0) return 0;
    return std::is_signed_v<T> && y == T(-1) ? subtract(0, x) : T(x / y);
  }
  static T mod(T x, T y) {
    if (y == 0 || (std::is_signed_v<T> && y == T(-1))) return 0;
    const T rest = T(x % y);
    return rest != 0 && (rest < 0) != (y < 0) ? T(rest + y) : rest;
  }
  static T floordivide(T x, T y) {
    const T toward_zero = divide(x, y);
    return mod(x, y) != 0 && (x < 0) != (y < 0) ? T(toward_zero - 1) : toward_zero;
  }
  static T left_shift(T x, T y) { return y >= 0 && y < T(8 * sizeof(T)) ? T(U(x) << y) : T(0); }
  static T right_shift(T x, T y) {
    return y >= 0 && y < T(8 * sizeof(T)) ? T(x >> y) : T(x < 0 ? -1 : 0);
  }
  static T bitwise_and(T x, T y) { return T(x & y); }
  static T bitwise_or(T x, T y) { return T(x | y); }
  static T bitwise_xor(T x, T y) { return T(x ^ y); }
  static T bitwise_not(T x, T) { return T(~x); }
  static T maximum(T x, T y) { return x > y ? x : y; }
  static T minimum(T x, T y) { return x < y ? x : y; }
  static T less(T x, T y) { return x < y; }
  static T equal(T x, T y) { return x == y; }
  static T choice(T x, T y) { return x >= y ? x : y; }
  static T cube(T x, T) { return multiply(multiply(x, x), x); }
  static T several(T x, T y) { return subtract(multiply(add(x, y), x), y); }
  static T with_number(T x, T) { return add(multiply(x, 3), T(-1)); }
};

template <class T>
struct Function {
  const char* name;
  std::function<Op(const Op&, const Op&)> make;
  T (*value)(T, T);
};

template <class T>
std::vector<Function<T>> functions() {
  using M = Machine<T>;
  return {
      {"add", [](const Op& x, const Op& y) { return x + y; }, M::add},
      {"subtract", [](const Op& x, const Op& y) { return x - y; }, M::subtract},
      {"multiply", [](const Op& x, const Op& y) { return x * y; }, M::multiply},
      {"negative", [](const Op& x, const Op&) { return -x; }, M::negative},
      {"absolute", [](const Op& x, const Op&) { return absolute(x); }, M::absolute},
      {"square", [](const Op& x, const Op&) { return square(x); }, M::square},
      {"divide", [](const Op& x, const Op& y) { return x / y; }, M::divide},
      {"floordivide", [](const Op& x, const Op& y) { return floordivide(x, y); }, M::floordivide},
      {"mod", [](const Op& x, const Op& y) { return mod(x, y); }, M::mod},
      {"left_shift", [](const Op& x, const Op& y) { return left_shift(x, y); }, M::left_shift},
      {"right_shift", [](const Op& x, const Op& y) { return right_shift(x, y); }, M::right_shift},
      {"bitwise_and", [](const Op& x, const Op& y) { return bitwise_and(x, y); }, M::bitwise_and},
      {"bitwise_or", [](const Op& x, const Op& y) { return bitwise_or(x, y); }, M::bitwise_or},
      {"bitwise_xor", [](const Op& x, const Op& y) { return bitwise_xor(x, y); }, M::bitwise_xor},
      {"bitwise_not", [](const Op& x, const Op&) { return bitwise_not(x); }, M::bitwise_not},
      {"maximum", [](const Op& x, const Op& y) { return maximum(x, y); }, M::maximum},
      {"minimum", [](const Op& x, const Op& y) { return minimum(x, y); }, M::minimum},
      {"less", [](const Op& x, const Op& y) { return less(x, y); }, M::less},
      {"equal", [](const Op& x, const Op& y) { return equal(x, y); }, M::equal},
      {"where", [](const Op& x, const Op& y) { return where(greater_equal(x, y), x, y); },
       M::choice},
      {"power of 3", [](const Op& x, const Op&) { return power(x, 3); }, M::cube},
      {"several in one kernel", [](const Op& x, const Op& y) { return (x + y) * x - y; },
       M::several},
      {"with a number", [](const Op& x, const Op&) { return x * 3 + -1; }, M::with_number},
  };
}

// Operands: x repeats its values along rows, y along columns.
template <class T>
struct Operands {
  std::vector<T> x, y;
  explicit Operands(std::int64_t repeats) {
    const std::vector<T> values = limits<T>();
    for (std::int64_t i = 0; i < repeats; ++i) {
      for (const T a : values) {
        for (const T b : values) {
          x.push_back(a);
          y.push_back(b);
        }
      }
    }
  }
};

template <class T>
IntegerCases cases_of(const Operands<T>& operands) {
  const Axis axis = make_axis(static_cast<std::int64_t>(operands.x.size()), "A");
  IntegerCases cases;
  cases.name =
      std::string(ng::name(dtype_of<T>())) + ", " + std::to_string(operands.x.size()) + " elements";
  cases.x = placeholder(Axes{axis}, dtype_of<T>());
  cases.y = placeholder(Axes{axis}, dtype_of<T>());
  cases.x_value = tensor_of(operands.x);
  cases.y_value = tensor_of(operands.y);
  return cases;
}

template <class T>
void add_elementwise(IntegerCases& cases, const Operands<T>& operands) {
  for (const Function<T>& function : functions<T>()) {
    std::vector<T> values;
    for (std::size_t i = 0; i < operands.x.size(); ++i) {
      values.push_back(function.value(operands.x[i], operands.y[i]));
    }
    cases.results.push_back({function.name, function.make(cases.x, cases.y), tensor_of(values)});
  }
}

template <class T>
void add_reduction(IntegerCases& cases, const Operands<T>& operands, const std::string& name,
                   const Op& op, const std::function<T(T total, T x, T y)>& step, T start) {
  for (std::size_t i = 0; i < operands.x.size(); ++i)
    start = step(start, operands.x[i], operands.y[i]);
  Tensor expected = tensor_of(std::vector<T>{start});
  expected.shape.clear();
  cases.results.push_back({name, op, std::move(expected)});
}

template <class T>
void add_reductions(IntegerCases& cases, const Operands<T>& operands) {
  using M = Machine<T>;
  const auto all = out_axes(Axes());
  const Op &x = cases.x, &y = cases.y;
  add_reduction<T>(
      cases, operands, "sum", sum(x, all), [](T total, T a, T) { return M::add(total, a); }, 0);
  add_reduction<T>(
      cases, operands, "prod", prod(x * 2 + 1, all),
      [](T total, T a, T) { return M::multiply(total, M::add(M::multiply(a, 2), 1)); }, 1);
  add_reduction<T>(
      cases, operands, "max", max(x, all), [](T total, T a, T) { return M::maximum(total, a); },
      std::numeric_limits<T>::min());
  add_reduction<T>(
      cases, operands, "min", min(x, all), [](T total, T a, T) { return M::minimum(total, a); },
      std::numeric_limits<T>::max());
  add_reduction<T>(
      cases, operands, "squared_L2", squared_L2(x, all),
      [](T total, T a, T) { return M::add(total, M::square(a, 0)); }, 0);
  add_reduction<T>(
      cases, operands, "L1_norm", L1_norm(x, all),
      [](T total, T a, T) { return M::add(total, M::absolute(a, 0)); }, 0);
  add_reduction<T>(
      cases, operands, "dot", dot(x, y),
      [](T total, T a, T b) { return M::add(total, M::multiply(a, b)); }, 0);
}

// To a type: the bits that it holds.
template <class From, class To>
void add_conversion(IntegerCases& cases, const Operands<From>& operands) {
  std::vector<To> values;
  for (const From x : operands.x) values.push_back(static_cast<To>(x));
  cases.results.push_back({"to " + std::string(ng::name(dtype_of<To>())),
                           value_of(cases.x, dtype_of<To>()), tensor_of(values)});
}

// Moved without arithmetic: reversed halves, joined and padded.
template <class T>
void add_moves(IntegerCases& cases, const Operands<T>& operands) {
  const Axis axis = cases.x.axes()[0];
  const std::int64_t half = axis.length() / 2, length = axis.length();
  const Op low = tensor_slice(cases.x, {SliceItem::range(0, half)});
  const Op high = tensor_slice(cases.x, {SliceItem::range(half, length)});
  const Op made = pad(concat_along_axis({high, low}, axis), std::vector<std::int64_t>{2});
  std::vector<T> values(2, 0);
  values.insert(values.end(), operands.x.begin() + half, operands.x.end());
  values.insert(values.end(), operands.x.begin(), operands.x.begin() + half);
  values.resize(values.size() + 2, 0);
  cases.results.push_back({"sliced, joined and padded", made, tensor_of(values)});
}

template <class T>
IntegerCases cases_in(std::int64_t repeats) {
  const ScopedResultType type(dtype_of<T>());
  const Operands<T> operands(repeats);
  IntegerCases cases = cases_of(operands);
  add_elementwise(cases, operands);
  add_reductions(cases, operands);
  add_moves(cases, operands);
  add_conversion<T, std::int8_t>(cases, operands);
  add_conversion<T, std::uint16_t>(cases, operands);
  add_conversion<T, std::int32_t>(cases, operands);
  add_conversion<T, std::int64_t>(cases, operands);
  add_conversion<T, std::uint64_t>(cases, operands);
  return cases;
}

std::string first_difference(const Tensor& found, const IntegerCases::Result& result,
                             const IntegerCases& cases) {
  const Tensor& expected = result.expected;
  if (found.dtype != expected.dtype) return "a result of another type";
  if (found.shape != expected.shape) return "a result of shape " + to_string(found.shape);
  for (std::int64_t i = 0; i < found.size(); ++i) {
    if (number_at(found, i) == number_at(expected, i)) continue;
    return to_string(number_at(found, i)) + " instead of " + to_string(number_at(expected, i)) +
           " at " + std::to_string(i) + ", for x " + to_string(cases.x_value.integer_at(i)) +
           " and y " + to_string(cases.y_value.integer_at(i));
  }
  return {};
}

}  // namespace

std::vector<IntegerCases> integer_cases(std::int64_t repeats) {
  return {cases_in<std::int8_t>(repeats),   cases_in<std::int16_t>(repeats),
          cases_in<std::int32_t>(repeats),  cases_in<std::int64_t>(repeats),
          cases_in<std::uint8_t>(repeats),  cases_in<std::uint16_t>(repeats),
          cases_in<std::uint32_t>(repeats), cases_in<std::uint64_t>(repeats)};
}

std::string integer_faults(const IntegerCases& cases, const std::string& transformer, bool fused) {
  CompileOptions options;
  if (!fused) options.passes.disabled = {"fuse"};
  std::vector<Op> results;
  for (const IntegerCases::Result& result : cases.results) results.push_back(result.op);
  const Feeds feeds = {{cases.x, cases.x_value}, {cases.y, cases.y_value}};
  const Values found = run_once(transformer, results, feeds, options);
  std::string faults;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string fault = first_difference(*found[i], cases.results[i], cases);
    if (!fault.empty()) faults += cases.name + ", " + cases.results[i].name + ": " + fault + "\n";
  }
  return faults;
}

}  // namespace ng
