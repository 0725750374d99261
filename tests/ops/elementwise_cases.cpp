// SPDX-License-Identifier: Apache-2.0
// Cases of the elementwise ops.
#include <cmath>
#include <limits>

#include "engine/ops/elementwise/remainder.h"
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

using Unary = Op (*)(const Operand&);
using Binary = Op (*)(const Operand&, const Operand&);

Axes one_axis(std::size_t length) {
  return make_axis(static_cast<std::int64_t>(length), "C");
}

OpCase unary(const std::string& op, Unary function, const std::vector<double>& x,
             std::vector<double> expected) {
  const Op input = placeholder(one_axis(x.size()));
  return {op,
          "of a vector",
          {function(input)},
          {{input, Tensor::from(DType::f64, {static_cast<std::int64_t>(x.size())}, x)}},
          {std::move(expected)}};
}

// Both operands over (C 2, N 3).
OpCase binary(const std::string& op, Binary function, std::vector<double> expected) {
  const Axes axes{make_axis(2, "C"), make_axis(3, "N")};
  const Op x = placeholder(axes), y = placeholder(axes);
  return {op,
          "of two matrices",
          {function(x, y)},
          {{x, Tensor::from(DType::f64, {2, 3}, std::vector<double>{1, -2, 3, .5, -1.5, 2})},
           {y, Tensor::from(DType::f64, {2, 3}, std::vector<double>{2, 1, -1, 4, .5, -3})}},
          {std::move(expected)}};
}

OpCase compared(const std::string& op, Binary function, std::vector<double> expected) {
  const Op x = placeholder(one_axis(3)), y = placeholder(one_axis(3));
  return {op,
          "less, tied, greater",
          {function(x, y)},
          {{x, Tensor{1, 2, 3}}, {y, Tensor{2, 2, 2}}},
          {std::move(expected)},
          false};
}

// Of int32 over 4 elements.
OpCase bits(const std::string& op, Binary function, std::vector<double> expected) {
  const Axes axes = one_axis(4);
  const Op x = placeholder(axes, DType::i32), y = placeholder(axes, DType::i32);
  OpCase made{op,
              "of integers",
              {function(x, y)},
              {{x, Tensor{12, -7, 5, 1}}, {y, Tensor{10, 3, 31, -1}}},
              {std::move(expected)}};
  made.smooth = false;
  return made;
}

OpCase complement() {
  const Op x = placeholder(one_axis(3), DType::u8);
  OpCase made{
      "bitwise_not", "of uint8", {bitwise_not(x)}, {{x, Tensor{0, 5, 255}}}, {{255, 250, 0}}};
  made.smooth = false;
  return made;
}

// Halves become the even neighbour.
OpCase rounded_halves() {
  OpCase halves = unary("round", round, {-2.5, -1.5, -.5, .5, 1.5, 2.5}, {-2, -2, 0, 0, 2, 2});
  halves.smooth = false;
  return halves;
}

// The condition over N, x over C, y over both.
OpCase chosen() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op condition = placeholder(n), x = placeholder(c), y = placeholder(Axes{c, n});
  return {"where",
          "of operands over different axes",
          {where(greater(condition, 0), x, y)},
          {{condition, Tensor{1, -1, 2}},
           {x, Tensor{10, 20}},
           {y, Tensor::from(DType::f32, {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 6})}},
          {{10, 2, 10, 20, 5, 20}}};
}

// x over C, y over (N, C): y has all of x's axes, so the result has y's order.
OpCase added_bias() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op x = placeholder(c), y = placeholder(Axes{n, c});
  return {"add",
          "broadcast over N, in the order of y",
          {x + y},
          {{x, Tensor{10, 20}},
           {y, Tensor::from(DType::f32, {3, 2}, std::vector<double>{1, 2, 3, 4, 5, 6})}},
          {{11, 22, 13, 24, 15, 26}}};
}

// (C) - (N): an outer difference, x's axes first.
OpCase outer_difference() {
  const Op x = placeholder(make_axis(2, "C")), y = placeholder(make_axis(3, "N"));
  return {"subtract",
          "no axis in common",
          {x - y},
          {{x, Tensor{10, 20}}, {y, Tensor{1, 2, 3}}},
          {{9, 8, 7, 19, 18, 17}}};
}

OpCase divided_zero() {
  const Op x = placeholder(one_axis(2)), y = placeholder(one_axis(2));
  return {"divide", "a numerator of 0", {x / y}, {{x, Tensor{0, 0}}, {y, Tensor{2, -4}}}, {{0, 0}}};
}

// 1 over the result is +inf or -inf, which shows the sign of the zero.
OpCase absolute_zeros() {
  const Op x = placeholder(one_axis(2));
  const double infinity = std::numeric_limits<double>::infinity();
  return {"absolute",
          "of both zeros",
          {reciprocal(absolute(x))},
          {{x, Tensor{0, -0.0}}},
          {{infinity, infinity}},
          false};
}

OpCase absolute_gradient() {
  const Op x = placeholder(one_axis(4));
  const double nan = std::nan("");
  return {"absolute",
          "its gradient at 0 and at NaN",
          {deriv(sum(absolute(x), out_axes(Axes())), x)},
          {{x, Tensor{-2, 0, 3, nan}}},
          {{-1, 0, 1, nan}},
          false};
}

// Quotients just below an integer, and every combination of signs.
OpCase divided_down(const std::string& op, Binary function, std::vector<double> expected) {
  const Op x = placeholder(one_axis(6)), y = placeholder(one_axis(6));
  return {op,
          "of every sign",
          {function(x, y)},
          {{x, Tensor{-7, 7, -7, 7, 6, -.5}}, {y, Tensor{2, -2, -2, 2, 3, .25}}},
          {std::move(expected)},
          false};
}

// The first row is the value, the others are the gradients.
OpCase remainder_gradients() {
  const Op x = placeholder(one_axis(4)), y = placeholder(one_axis(4)), e = placeholder(one_axis(4));
  const Op z = remainder(x, y);
  return {"remainder",
          "with gradients",
          {z, deriv(z, x, e), deriv(z, y, e)},
          {{x, Tensor{-7, 7, -7, 1.5}}, {y, Tensor{2, -2, -2, .5}}, {e, Tensor{1, 2, 1, -1}}},
          {{1, -1, -1, 0}, {1, 2, 1, -1}, {4, 8, -3, 3}},
          false};
}

// Where the original's gradients are NaN: the first row is the value, the others are the gradients.
OpCase power_at_zero() {
  const Op x = placeholder(one_axis(4)), p = placeholder(one_axis(4)), e = placeholder(one_axis(4));
  const Op z = power(x, p);
  return {"power",
          "at a base of 0",
          {z, deriv(z, x, e), deriv(z, p, e)},
          {{x, Tensor{0, 0, 0, -2}}, {p, Tensor{0, 1, 2, 3}}, {e, Tensor{1, 1, 1, 1}}},
          {{1, 0, 0, -8}, {0, 1, 0, 12}, {0, 0, 0, std::nan("")}},
          false};
}

OpCase positive_power() {
  const Op x = placeholder(one_axis(3)), p = placeholder(one_axis(3));
  return {"power",
          "of two vectors",
          {power(x, p)},
          {{x, Tensor{.5, 2, 3}}, {p, Tensor{2, -1.5, .5}}},
          {{.25, .353553391, 1.73205081}}};
}

OpCase wide_angles(const std::string& op, Unary function, std::vector<double> expected) {
  const Op x = placeholder(one_axis(6));
  return {op,
          "of wide angles",
          {function(x)},
          {{x, Tensor{-8192, -100, 1e4, 1e6, 0, 3}}},
          {std::move(expected)},
          false};
}

OpCase log_of_zero() {
  const Op x = placeholder(one_axis(5));
  return {"safelog",
          "down to 0",
          {safelog(x)},
          {{x, Tensor::from(DType::f64, {5}, std::vector<double>{0, 1e-30, 1e-10, 1, 2})}},
          {{-50, -50, -23.0258509, 0, .693147181}},
          false};
}

}  // namespace

std::vector<OpCase> elementwise_cases() {
  const std::vector<double> u = {-1.5, -.25, .5, 2};
  return {
      unary("negative", negative, u, {1.5, .25, -.5, -2}),
      unary("absolute", absolute, u, {1.5, .25, .5, 2}),
      unary("exp", exp, u, {.22313016, .778800783, 1.64872127, 7.3890561}),
      unary("log", log, {.25, .5, 1, 4}, {-1.38629436, -.693147181, 0, 1.38629436}),
      unary("tanh", tanh, u, {-.905148254, -.244918662, .462117157, .96402758}),
      unary("sigmoid", sigmoid, u, {.182425524, .437823499, .622459331, .880797078}),
      unary("square", square, u, {2.25, .0625, .25, 4}),
      unary("sqrt", sqrt, {.25, 1, 2.25, 4}, {.5, 1, 1.5, 2}),
      unary("reciprocal", reciprocal, {-2, -.5, .25, 4}, {-.5, -2, 4, .25}),
      unary("safelog", [](const Operand& x) { return safelog(x); }, {.25, 1, 2},
            {-1.38629436, 0, .693147181}),
      log_of_zero(),
      unary(
          "value_of", [](const Operand& x) { return value_of(x); }, u, u),
      unary("sin", sin, u, {-.997494987, -.247403959, .479425539, .909297427}),
      unary("cos", cos, u, {.0707372017, .968912422, .877582562, -.416146837}),
      wide_angles("sin", sin, {.956173153, .506365641, -.305614389, -.349993502, 0, .141120008}),
      wide_angles("cos", cos, {.292801813, .862318872, -.952155368, .936752127, 1, -.989992497}),
      unary("sign", sign, u, {-1, -1, 1, 1}),
      unary("floor", floor, {-1.5, -.25, .5, 2.75}, {-2, -1, 0, 2}),
      unary("ceil", ceil, {-1.5, -.25, .5, 1.75}, {-1, 0, 1, 2}),
      unary("round", round, {-1.6, -.25, .4, 2.75}, {-2, 0, 0, 3}),
      rounded_halves(),
      unary("erf", erf, {-1.5, -.25, .5, 2}, {-.966105146, -.276326390, .520499878, .995322265}),
      absolute_zeros(),
      absolute_gradient(),
      divided_down("floordivide", floordivide, {-4, -4, 3, 3, 2, -2}),
      divided_down("mod", mod, {1, -1, -1, 1, 0, 0}),
      remainder_gradients(),
      power_at_zero(),
      bits("bitwise_and", bitwise_and, {8, 1, 5, 1}),
      bits("bitwise_or", bitwise_or, {14, -5, 31, -1}),
      bits("bitwise_xor", bitwise_xor, {6, -6, 26, -2}),
      bits("left_shift", left_shift, {12288, -56, -2147483648.0, 0}),
      bits("right_shift", right_shift, {0, -1, 0, 0}),
      complement(),
      binary("add", add, {3, -1, 2, 4.5, -1, -1}),
      binary("subtract", subtract, {-1, -3, 4, -3.5, -2, 5}),
      binary("multiply", multiply, {2, -2, -3, 2, -.75, -6}),
      binary("divide", divide, {.5, -2, -3, .125, -3, -.666666667}),
      binary("maximum", maximum, {2, 1, 3, 4, .5, 2}),
      binary("minimum", minimum, {1, -2, -1, .5, -1.5, -3}),
      positive_power(),
      chosen(),
      added_bias(),
      outer_difference(),
      divided_zero(),
      compared("equal", equal, {0, 1, 0}),
      compared("not_equal", not_equal, {1, 0, 1}),
      compared("less", less, {1, 0, 0}),
      compared("less_equal", less_equal, {1, 1, 0}),
      compared("greater", greater, {0, 0, 1}),
      compared("greater_equal", greater_equal, {0, 1, 1}),
  };
}

}  // namespace ng
