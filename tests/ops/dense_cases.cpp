// SPDX-License-Identifier: Apache-2.0
// Cases of dot, paired by dual level and by name, and of the views.
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

Tensor array(Shape shape, const std::vector<double>& values) {
  return Tensor::from(DType::f64, std::move(shape), values);
}

// W over C-1 with X over (C, N).
OpCase by_dual() {
  const Axis c = make_axis(3, "C"), n = make_axis(2, "N");
  const Op w = placeholder(Axes(c - 1)), x = placeholder(Axes{c, n});
  return {"dot",
          "C-1 with C",
          {dot(w, x)},
          {{w, array({3}, {1, 2, 3})}, {x, array({3, 2}, {1, -1, 2, 0, 3, 5})}},
          {{14, 14}}};
}

OpCase by_name() {
  const Axis a = make_axis(2, "A"), b = make_axis(2, "B"), c = make_axis(3, "C");
  const Op x = placeholder(Axes{a, b}), y = placeholder(Axes{b, c});
  return {"dot",
          "a shared axis",
          {dot(x, y)},
          {{x, array({2, 2}, {1, 2, 3, 4})}, {y, array({2, 3}, {1, 0, -1, 2, 1, 0})}},
          {{5, 2, -1, 11, 4, -3}}};
}

// Contracts two axes at once, in another order on the right.
OpCase by_two_names() {
  const Axis a = make_axis(2, "A"), b = make_axis(3, "B"), c = make_axis(2, "C");
  const Op x = placeholder(Axes{a, b}), y = placeholder(Axes{b, c, a});
  return {"dot",
          "two shared axes",
          {dot(x, y)},
          {{x, array({2, 3}, {1, 2, 3, 4, 5, 6})},
           {y, array({3, 2, 2}, {1, 0, 0, 1, 1, 1, 2, 0, 0, 2, 1, 1})}},
          {{20, 17}}};
}

OpCase outer() {
  const Op x = placeholder(make_axis(2, "A")), y = placeholder(make_axis(3, "B"));
  return {"dot",
          "no shared axis: an outer product",
          {dot(x, y)},
          {{x, array({2}, {1, 2})}, {y, array({3}, {1, 10, 100})}},
          {{1, 10, 100, 2, 20, 200}}};
}

OpCase by_scalar() {
  const Op x = placeholder(Axes()), y = placeholder(make_axis(3, "B"));
  return {
      "dot", "a scalar", {dot(x, y)}, {{x, Tensor(3.0)}, {y, array({3}, {1, 2, 4})}}, {{3, 6, 12}}};
}

// A recurrent weight over (H, H-1): its output axis is the state's axis.
OpCase recurrent() {
  const Axis h = make_axis(2, "H"), n = make_axis(2, "N");
  const Op w = placeholder(Axes{h, h - 1}), x = placeholder(Axes{h, n});
  return {"dot",
          "a recurrent weight, twice",
          {dot(w, dot(w, x))},
          {{w, array({2, 2}, {1, 2, 0, -1})}, {x, array({2, 2}, {1, 2, 3, 4})}},
          {{1, 2, 3, 4}}};
}

// Large enough for a library or blocking: x_ij = i - j, y is twice the identity.
OpCase large() {
  const Axis a = make_axis(70, "A"), b = make_axis(65, "B"), c = make_axis(65, "C");
  const Op x = placeholder(Axes{a, b}), y = placeholder(Axes{b, c});
  std::vector<double> left, right, expected;
  for (int i = 0; i < 70; ++i) {
    for (int j = 0; j < 65; ++j) left.push_back(i - j), expected.push_back(2 * (i - j));
  }
  for (int i = 0; i < 65; ++i) {
    for (int j = 0; j < 65; ++j) right.push_back(i == j ? 2 : 0);
  }
  return {"dot",       "70 by 65 by 65",
          {dot(x, y)}, {{x, array({70, 65}, left)}, {y, array({65, 65}, right)}},
          {expected},  false};
}

OpCase broadcast_before() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op x = placeholder(c);
  return {"broadcast",
          "a new axis before and after",
          {broadcast(x, Axes{n, c}), broadcast(x, Axes{c, n})},
          {{x, array({2}, {1, 2})}},
          {{1, 2, 1, 2, 1, 2}, {1, 1, 1, 2, 2, 2}}};
}

OpCase reordered() {
  const Axis a = make_axis(2, "A"), b = make_axis(3, "B");
  const Op x = placeholder(Axes{a, b});
  return {"axes_with_order",
          "transposed",
          {axes_with_order(x, Axes{b, a})},
          {{x, array({2, 3}, {1, 2, 3, 4, 5, 6})}},
          {{1, 4, 2, 5, 3, 6}}};
}

// x renamed to N pairs with y over (N); under its own name it would be an outer sum.
OpCase renamed() {
  const Axis a = make_axis(3, "A"), n = make_axis(3, "N");
  const Op x = placeholder(a), y = placeholder(n);
  return {"cast_axes",
          "to another name",
          {cast_axes(x, n) + y},
          {{x, array({3}, {1, 2, 3})}, {y, array({3}, {10, 20, 30})}},
          {{11, 22, 33}}};
}

}  // namespace

std::vector<OpCase> dense_cases() {
  return {by_dual(),   by_name(), by_two_names(),     outer(),     by_scalar(),
          recurrent(), large(),   broadcast_before(), reordered(), renamed()};
}

}  // namespace ng
