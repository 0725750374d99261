// SPDX-License-Identifier: Apache-2.0
// Cases of flattening, renaming and of ops that return their operand.
#include "engine/ops/kept_value.h"
#include "engine/runtime/print_sink.h"
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

struct Boxed {
  Axis c = make_axis(2, "C"), h = make_axis(3, "H"), n = make_axis(2, "N");
  Op x = placeholder(Axes{c, h, n});
  Tensor value = counted({2, 3, 2});
};

OpCase flattened() {
  const Boxed b;
  const Op y = placeholder(Axes{b.n});
  return {"flatten",
          "the first two axes, plus a tensor over the third",
          {flatten_at(b.x, 2) + y},
          {{b.x, b.value}, {y, Tensor{0, 100}}},
          {{0, 101, 2, 103, 4, 105, 6, 107, 8, 109, 10, 111}}};
}

OpCase flattened_in_order() {
  const Boxed b;
  return {"flatten",
          "all of a reordered tensor",
          {flatten(axes_with_order(b.x, Axes{b.n, b.c, b.h}))},
          {{b.x, b.value}},
          {{0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11}}};
}

OpCase opened() {
  const Boxed b;
  const Op y = placeholder(Axes{b.h});
  return {"unflatten",
          "after an expression over the flattened axis",
          {unflatten(square(flatten(b.x))) * y},
          {{b.x, b.value}, {y, Tensor{1, 0, 2}}},
          {{0, 1, 0, 0, 32, 50, 36, 49, 0, 0, 200, 242}}};
}

OpCase expanded() {
  const Axis c = make_axis(2, "C"), h = make_axis(3, "H");
  const Op x = placeholder(c);
  return {"expand_dims",
          "a repeated axis in the front and one of length 1",
          {expand_dims(expand_dims(x, h, 0), make_axis(1, "W"), 2)},
          {{x, Tensor{1, 2}}},
          {{1, 2, 1, 2, 1, 2}}};
}

OpCase transposed() {
  const Boxed b;
  return {"transpose",
          "three axes",
          {transpose(b.x)},
          {{b.x, b.value}},
          {{0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}}};
}

OpCase other_roles() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N"), w = make_axis(3, "W");
  const Op x = placeholder(Axes{c, n}), y = placeholder(w);
  return {"cast_role",
          "one axis stays, one is renamed, plus a tensor of the new name",
          {cast_role(x, Axes{c, w}) + y},
          {{x, counted({2, 3})}, {y, Tensor{10, 20, 30}}},
          {{10, 21, 32, 13, 24, 35}}};
}

OpCase swapped_roles() {
  const Axis c = make_axis(2, "C"), h = make_axis(3, "H");
  const Op x = placeholder(Axes{c, h}), y = placeholder(Axes{make_axis(2, "H")});
  return {"map_roles",
          "two names swapped, times a tensor of the new name",
          {map_roles(x, {{"C", "H"}, {"H", "C"}}) * y},
          {{x, counted({2, 3})}, {y, Tensor{1, 10}}},
          {{0, 1, 2, 30, 40, 50}}};
}

OpCase stopped() {
  const Op x = placeholder(Axes{make_axis(2, "C")});
  const Op cost = sum(x * stop_gradient(x), out_axes(Axes()));
  return {"stop_gradient",        "one factor of a square: half the gradient",
          {deriv(cost, x), cost}, {{x, Tensor{2, 3}}},
          {{2, 3}, {13}},         false};
}

OpCase kept() {
  const Op x = placeholder(Axes{make_axis(2, "C")});
  return {"kept_value",
          "of what another op computes as well: the gradient goes to the first",
          {kept_value(square(x), x * x)},
          {{x, Tensor{2, 3}}},
          {{4, 9}}};
}

OpCase made_contiguous() {
  const Boxed b;
  return {"contiguous",
          "of a reordered tensor",
          {contiguous(axes_with_order(b.x, Axes{b.h, b.n, b.c}))},
          {{b.x, b.value}},
          {{0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11}}};
}

OpCase printed() {
  set_print_sink([](const std::string&) {});
  const Op x = placeholder(Axes{make_axis(2, "C")});
  return {"print",
          "inside an expression",
          {square(print_value(x, "x"))},
          {{x, Tensor{2, 3}}},
          {{4, 9}}};
}

}  // namespace

Tensor counted(Shape shape) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < element_count(shape); ++i) values.push_back(static_cast<double>(i));
  return Tensor::from(DType::f64, std::move(shape), values);
}

std::vector<OpCase> reshape_cases() {
  return {flattened(),  flattened_in_order(), opened(),        expanded(),
          transposed(), other_roles(),        swapped_roles(), stopped(),
          kept(),       made_contiguous(),    printed()};
}

}  // namespace ng
