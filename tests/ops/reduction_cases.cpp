// SPDX-License-Identifier: Apache-2.0
// Cases of the reductions and the counts that go with them.
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

// x = [[1, -1], [2, 0], [3, 5]] on (C 3, N 2).
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

// Ones over (C 3, REC 5, N 2): the recurrent axis stays, and a mean divides by what was summed.
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
      of_matrix("tensor_size", "default", [](const Matrix& m) { return tensor_size(m.x); }, {3}),
      of_sequence(
          "tensor_size", [](const Op& x) { return tensor_size(x); }, 15),
      of_matrix("batch_size", "default", [](const Matrix& m) { return batch_size(m.x); }, {2}),
      of_matrix("batch_size", "without a batch axis",
                [](const Matrix& m) { return batch_size(sum(m.x, reduce_over(m.n))); }, {1}),
  };
}

}  // namespace ng
