// SPDX-License-Identifier: Apache-2.0
// Cases of reductions and of the related counts.
#include <cmath>

#include "tests/ops/op_cases.h"

namespace ng {
namespace {

// x = [[1, -1], [2, 0], [3, 5]] over (C 3, N 2).
struct Matrix {
  Axis c = make_axis(3, "C"), n = make_axis(2, "N");
  Op x = placeholder(Axes{c, n});
  Feeds fed() const {
    return {{x, Tensor::from(DType::f64, {3, 2}, std::vector<double>{1, -1, 2, 0, 3, 5})}};
  }
};

template <class Make>
OpCase of_matrix(const std::string& op, const std::string& variant, Make make,
                 std::vector<double> expected, bool smooth = true) {
  const Matrix m;
  return {op, variant, {make(m)}, m.fed(), {std::move(expected)}, smooth};
}

// Ones over (C 3, REC 5, N 2): the recurrent axis is kept, and a mean divides by the reduced count.
template <class Make>
OpCase of_sequence(const std::string& op, Make make, double expected) {
  const Op x = placeholder(Axes{make_axis(3, "C"), make_axis(5, "REC"), make_axis(2, "N")});
  const Op result = make(x);
  const auto count = static_cast<std::size_t>(result.axes().element_count());
  return {op,
          "with a recurrent axis",
          {result},
          {{x, Tensor::from(DType::f32, {3, 5, 2}, std::vector<double>(30, 1.0))}},
          {std::vector<double>(count, expected)},
          op != "max"};
}

// Over an axis of length 0: the sum is 0, the product 1, mean and variance are NaN.
OpCase of_none() {
  const Axis c = make_axis(2, "C"), z = make_axis(0, "Z");
  const Op x = placeholder(Axes{c, z});
  const Over over = reduce_over(z);
  const double nan = std::nan("");
  return {"variance",
          "of no elements, with sum, prod and mean",
          {variance(x, over), sum(x, over), prod(x, over), mean(x, over)},
          {{x, Tensor(DType::f32, {2, 0})}},
          {{nan, nan}, {0, 0}, {1, 1}, {nan, nan}},
          false};
}

// Columns with no zero, one and two: each element's gradient is the product of the others.
OpCase product_with_zeros() {
  const Axis c = make_axis(3, "C"), n = make_axis(3, "N");
  const Op x = placeholder(Axes{c, n}), e = placeholder(n);
  const Op y = prod(x);
  return {"prod",
          "with zeros",
          {y, deriv(y, x, e)},
          {{x, Tensor::from(DType::f64, {3, 3}, std::vector<double>{1, 0, 0, 2, 3, 0, 4, 5, 6})},
           {e, Tensor{1, 1, 1}}},
          {{8, 0, 0}, {8, 15, 0, 4, 0, 0, 2, 0, 0}},
          false};
}

// Rows with ties and a NaN, then all in one block.
OpCase extremes(const std::string& op, Op (*function)(const Operand&, const Over&),
                std::vector<double> rows) {
  const Op x = placeholder(Axes{make_axis(3, "N"), make_axis(3, "C")});
  return {op,
          "with ties and a NaN",
          {function(x, {}), function(x, out_axes(Axes()))},
          {{x, Tensor::from(DType::f64, {3, 3},
                            std::vector<double>{2, 5, 5, -1, -1, 4, 7, std::nan(""), 3})}},
          {std::move(rows), {7}},
          false};
}

OpCase summed_in_order() {
  const Axis a = make_axis(2, "A"), b = make_axis(2, "B"), c = make_axis(2, "C");
  const Op x = placeholder(Axes{a, b, c});
  return {"sum",
          "results in another order than the operand's",
          {sum(x, out_axes(Axes{c, a}))},
          {{x, Tensor::from(DType::f32, {2, 2, 2}, std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8})}},
          {{4, 12, 6, 14}}};
}

}  // namespace

std::vector<OpCase> reduction_cases() {
  const auto all = [](const Matrix&) { return out_axes(Axes()); };
  return {
      of_matrix("sum", "default", [](const Matrix& m) { return sum(m.x); }, {6, 4}),
      of_matrix("sum", "over N", [](const Matrix& m) { return sum(m.x, reduce_over(m.n)); },
                {0, 2, 8}),
      of_matrix("sum", "over all", [&](const Matrix& m) { return sum(m.x, all(m)); }, {10}),
      summed_in_order(),
      of_sequence(
          "sum", [](const Op& x) { return sum(x); }, 3),
      of_matrix("max", "default", [](const Matrix& m) { return max(m.x); }, {3, 5}),
      of_matrix("max", "over N", [](const Matrix& m) { return max(m.x, reduce_over(m.n)); },
                {1, 2, 5}),
      of_sequence(
          "max", [](const Op& x) { return max(x); }, 1),
      of_matrix("min", "default", [](const Matrix& m) { return min(m.x); }, {1, -1}),
      of_matrix("min", "over all", [&](const Matrix& m) { return min(m.x, all(m)); }, {-1}),
      of_matrix("mean", "default", [](const Matrix& m) { return mean(m.x); }, {2, 1.33333333}),
      of_matrix("mean", "over all", [&](const Matrix& m) { return mean(m.x, all(m)); },
                {1.66666667}),
      of_sequence(
          "mean", [](const Op& x) { return mean(x); }, 1),
      of_matrix(
          "prod", "default", [](const Matrix& m) { return prod(m.x); }, {6, 0}, false),
      of_matrix("prod", "over N", [](const Matrix& m) { return prod(m.x + 2, reduce_over(m.n)); },
                {3, 8, 35}),
      product_with_zeros(),
      extremes("argmax", argmax, {1, 2, 1}),
      extremes("argmin", argmin, {0, 0, 1}),
      of_matrix("variance", "default", [](const Matrix& m) { return variance(m.x); },
                {.666666667, 6.88888889}),
      of_none(),
      of_sequence(
          "variance", [](const Op& x) { return variance(x); }, 0),
      of_matrix("squared_L2", "default", [](const Matrix& m) { return squared_L2(m.x); }, {14, 26}),
      of_sequence(
          "squared_L2", [](const Op& x) { return squared_L2(x); }, 15),
      of_matrix(
          "L1_norm", "default", [](const Matrix& m) { return L1_norm(m.x); }, {6, 6}, false),
      of_matrix("L2_norm", "default", [](const Matrix& m) { return L2_norm(m.x); },
                {3.74165739, 5.09901951}),
      of_matrix("L2_norm", "of zeros",
                [&](const Matrix& m) { return L2_norm(0 * m.x, out_axes(Axes()), .25); }, {.5}),
      of_matrix("tensor_size", "default", [](const Matrix& m) { return tensor_size(m.x); }, {3}),
      of_matrix("tensor_size", "the axes kept in another order",
                [](const Matrix& m) { return tensor_size(m.x, out_axes(Axes{m.n, m.c})); }, {1}),
      of_sequence(
          "tensor_size", [](const Op& x) { return tensor_size(x); }, 15),
      of_matrix("batch_size", "default", [](const Matrix& m) { return batch_size(m.x); }, {2}),
      of_matrix("batch_size", "without a batch axis",
                [](const Matrix& m) { return batch_size(sum(m.x, reduce_over(m.n))); }, {1}),
  };
}

}  // namespace ng
