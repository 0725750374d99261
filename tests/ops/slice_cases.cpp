// SPDX-License-Identifier: Apache-2.0
// Cases of parts of tensors: slices and their gradients, padding, stacks, classes as rows.
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

struct Fed {
  Op x;
  Tensor value;
};

// x[c, n] = 3 c + n over C 4 and N 3.
Fed table() {
  return {placeholder(Axes{make_axis(4, "C"), make_axis(3, "N")}), counted({4, 3})};
}

OpCase both_ranges() {
  const auto [x, value] = table();
  return {"tensor_slice",
          "a range on both axes, from the end",
          {tensor_slice(x, {SliceItem::range(-3, -1), SliceItem::range(1, {})})},
          {{x, value}},
          {{4, 5, 7, 8}}};
}

OpCase index_and_step() {
  const auto [x, value] = table();
  return {"tensor_slice",
          "an index from the end and a step",
          {tensor_slice(x, {SliceItem::at(-1), SliceItem::range({}, {}, 2)})},
          {{x, value}},
          {{9, 11}}};
}

OpCase to_a_scalar() {
  const auto [x, value] = table();
  return {"tensor_slice",
          "two indices",
          {getitem(x, {SliceItem::at(2), SliceItem::at(0)})},
          {{x, value}},
          {{6}}};
}

// An empty slice, its sum, and the gradient of that sum.
OpCase of_nothing() {
  const auto [x, value] = table();
  const Op part = getitem(x, {SliceItem::range(2, 2)}), total = sum(part, out_axes(Axes()));
  return {"tensor_slice",
          "a range that takes nothing",
          {part, total, deriv(total, x)},
          {{x, value}},
          {{}, {0}, std::vector<double>(12, 0.0)}};
}

// The same for a tensor whose other axis is vectorized, joined with a non-empty one.
OpCase of_nothing_beside_lanes() {
  const Axis n = make_axis(16, "N"), w = make_axis(1, "W");
  const Op x = placeholder(Axes{n, w});
  const Op part = getitem(x, {SliceItem::all(), SliceItem::range(0, 0)});
  const Tensor value = counted({16, 1});
  return {"concat_along_axis",
          "with a part of no element",
          {part, concat_along_axis({x, part * 2.0, x}, w)},
          {{x, value}},
          {{}, {0, 0, 1, 1, 2,  2,  3,  3,  4,  4,  5,  5,  6,  6,  7,  7,
                8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15}},
          false};
}

OpCase under_other_names() {
  const auto [x, value] = table();
  const Axes axes{make_axis(2, "K"), make_axis(3, "N")};
  const Op y = placeholder(axes);
  return {"tensor_slice",
          "under another name, times a tensor of that name",
          {tensor_slice(x, {SliceItem::range(1, 3), SliceItem::all()}, axes) * y},
          {{x, value}, {y, counted({2, 3})}},
          {{0, 4, 10, 18, 28, 40}}};
}

// Three slices of one tensor and the tensor itself: the gradients are summed.
OpCase several_slices() {
  const Axis c = make_axis(4, "C");
  const Op x = placeholder(Axes{c, make_axis(3, "N")});
  const Op first = slice_along_axis(x, c, 0), last = slice_along_axis(x, c, -1);
  return {"tensor_slice",
          "several slices of one tensor in an expression",
          {x * first + last * last},
          {{x, counted({4, 3})}},
          {{81, 101, 125, 81, 104, 131, 81, 107, 137, 81, 110, 143}}};
}

// One slice per position of the axis, each through its own expression, stacked again.
OpCase unrolled() {
  const Axis t = make_axis(12, "T"), h = make_axis(2, "H");
  const Op x = placeholder(Axes{t, h});
  std::vector<Op> steps;
  std::vector<double> expected;
  for (std::int64_t i = 0; i < t.length(); ++i) {
    steps.push_back(slice_along_axis(x, t, i) * (1.0 + static_cast<double>(i)));
  }
  for (std::int64_t k = 0; k < h.length(); ++k) {
    for (std::int64_t i = 0; i < t.length(); ++i) {
      expected.push_back(static_cast<double>((2 * i + k) * (i + 1)));
    }
  }
  return {
      "stack", "of every slice, scaled", {stack(steps, t, 1)}, {{x, counted({12, 2})}}, {expected}};
}

OpCase slice_of_slice() {
  const auto [x, value] = table();
  const Op part = getitem(exp(x * 0.1), {SliceItem::range(1, 4)});
  const Op y = getitem(part, {SliceItem::range(0, {}, 2), SliceItem::at(1)});
  return {"tensor_slice",
          "a slice of a slice of an expression",
          {y},
          {{x, value}},
          {{1.4918246976412703, 2.718281828459045}}};
}

OpCase put_back() {
  const Axes whole{make_axis(3, "C"), make_axis(4, "N")};
  const Op x = placeholder(Axes{make_axis(2, "N")});
  return {"unslice",
          "a row with a step",
          {unslice(x, {SliceItem::at(1), SliceItem::range(1, {}, 2)}, whole)},
          {{x, Tensor{5, 6}}},
          {{0, 0, 0, 0, 0, 5, 0, 6, 0, 0, 0, 0}}};
}

OpCase replaced() {
  const auto [x, value] = table();
  const Op v = placeholder(Axes{make_axis(2, "C")});
  return {"replace_slice",
          "a part that repeats its value",
          {replace_slice(x, {SliceItem::range(0, 3, 2), SliceItem::range(1, {})}, v)},
          {{x, value}, {v, Tensor{-1, -2}}},
          {{0, -1, -1, 3, 4, 5, 6, -2, -2, 9, 10, 11}}};
}

OpCase padded() {
  const Op x = placeholder(Axes{make_axis(2, "C"), make_axis(3, "N")});
  return {"pad",
          "before one axis, after the other",
          {pad(x, std::vector<Padding>{{1, 0}, {0, 2}})},
          {{x, counted({2, 3})}},
          {{0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 5, 0, 0}}};
}

OpCase padded_and_summed() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op x = placeholder(Axes{c, n});
  return {"pad",
          "inside an expression that is summed",
          {sum(exp(pad(x, std::vector<std::int64_t>{1, 1})), out_axes(Axes()))},
          {{x, Tensor::from(DType::f64, {2, 3}, std::vector<double>{0, 0, 0, 0, 0, 0})}},
          {{20}}};
}

OpCase stacked_first() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N"), t = make_axis(2, "T");
  const Op x = placeholder(Axes{c, n}), y = placeholder(Axes{n, c});
  return {"stack",
          "first, of two orders",
          {stack({x, y}, t)},
          {{x, counted({2, 3})}, {y, counted({3, 2})}},
          {{0, 1, 2, 3, 4, 5, 0, 2, 4, 1, 3, 5}}};
}

OpCase stacked_last() {
  const Axis n = make_axis(2, "N"), t = make_axis(3, "T");
  const Op x = placeholder(n), y = placeholder(n);
  return {"stack",
          "last, with one operand twice, times another tensor",
          {stack({x, y, x}, t, 1) * y},
          {{x, Tensor{1, 2}}, {y, Tensor{3, 4}}},
          {{3, 9, 3, 8, 16, 8}}};
}

OpCase joined() {
  const Axis c = make_axis(2, "C"), h = make_axis(3, "H"), short_h = make_axis(1, "H");
  const Op x = placeholder(Axes{c, h}), y = placeholder(Axes{short_h, c});
  return {"concat_along_axis",
          "lengths and orders that differ",
          {concat_along_axis({x, y, x * 10.0}, h)},
          {{x, counted({2, 3})}, {y, Tensor::from(DType::f64, {1, 2}, std::vector<double>{7, 8})}},
          {{0, 1, 2, 7, 0, 10, 20, 3, 4, 5, 8, 30, 40, 50}}};
}

OpCase classes() {
  const Op x = placeholder(Axes{make_axis(3, "N")});
  return {"one_hot",
          "whole parts of the numbers",
          {one_hot(x, make_axis(4, "Y"))},
          {{x, Tensor{2.2, 0.4, 3.9}}},
          {{0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
}

OpCase classes_of_two_axes() {
  const Op x = placeholder(Axes{make_axis(2, "REC"), make_axis(2, "N")});
  const Axis y = make_axis(2, "Y");
  const Op w = placeholder(y);
  return {
      "one_hot",
      "of two axes, in a product",
      {one_hot(x, y) * w},
      {{x, Tensor::from(DType::f64, {2, 2}, std::vector<double>{1, 0, 0, 1})}, {w, Tensor{3, 5}}},
      {{0, 3, 3, 0, 5, 0, 0, 5}},
      false};
}

OpCase checked() {
  const Op x = placeholder(Axes{make_axis(3, "N")});
  return {"checked_classes",
          "truncated to integers",
          {checked_classes(x, make_axis(3, "Y")) * 2.0},
          {{x, Tensor{2.2, -0.5, 1.9}}},
          {{4, 0, 2}},
          false};
}

OpCase rows_of_classes() {
  const Op x = placeholder(Axes{make_axis(3, "N")});
  return {"class_rows",           "a class that is none", {class_rows(x, make_axis(2, "Y"))},
          {{x, Tensor{1, 5, 0}}}, {{0, 0, 1, 1, 0, 0}},   false};
}

}  // namespace

std::vector<OpCase> slice_cases() {
  return {both_ranges(),    index_and_step(),  to_a_scalar(),       under_other_names(),
          several_slices(), unrolled(),        slice_of_slice(),    put_back(),
          replaced(),       padded(),          padded_and_summed(), stacked_first(),
          stacked_last(),   joined(),          classes(),           classes_of_two_axes(),
          checked(),        rows_of_classes(), of_nothing(),        of_nothing_beside_lanes()};
}

}  // namespace ng
