// SPDX-License-Identifier: Apache-2.0
// Cases of convolution, pooling, look-up and ctc, with the original's values where it has them.
#include "engine/graph/op_def.h"
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

Tensor array(Shape shape, const std::vector<double>& values) {
  return Tensor::from(DType::f64, std::move(shape), values);
}

// 0, 1, 2 … scaled and shifted: no two values equal, no symmetry.
Tensor uneven(const Axes& axes, double scale) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < axes.element_count(); ++i) {
    values.push_back(static_cast<double>((i * 7 + 3) % 11) * scale - 0.4 * scale * (i % 3));
  }
  return Tensor::from(DType::f64, axes.lengths(), values);
}

// Collects the adjoint's contribution to each operand; adjoint() returns that of operand `which`.
struct Contributions : AdjointContext {
  using AdjointContext::AdjointContext;
  std::map<std::size_t, Value> of;
  void add(std::size_t i, const Value& contribution) override { of[i] = contribution; }
};
Op adjoint(const Op& y, std::size_t which, const Op& delta) {
  const NodePtr node = y.value().node;
  const Value d = delta.value();
  Contributions contributions(node, d);
  node->def->adjoint(contributions);
  return contributions.of.at(which);
}

WindowParams steps(std::int64_t pad, std::int64_t stride, std::int64_t dilation = 1) {
  return {{"pad_d", 0}, {"pad_h", pad},      {"pad_w", pad},
          {"str_d", 1}, {"str_h", stride},   {"str_w", stride},
          {"dil_d", 1}, {"dil_h", dilation}, {"dil_w", dilation}};
}

Axes image_axes(std::int64_t c, std::int64_t h, std::int64_t w, std::int64_t n) {
  return Axes{make_axis(c, "C"), make_axis(1, "D"), make_axis(h, "H"), make_axis(w, "W"),
              make_axis(n, "N")};
}

Axes filter_axes(std::int64_t c, std::int64_t h, std::int64_t w, std::int64_t k) {
  return Axes{make_axis(c, "C"), make_axis(1, "T"), make_axis(h, "R"), make_axis(w, "S"),
              make_axis(k, "K")};
}

const std::vector<double> nine = {0, 1, 2, 3, 4, 5, 6, 7, 8};

struct Pair {
  Op images, filters;
};
Pair three_by_three() {
  return {placeholder(image_axes(1, 3, 3, 1)), placeholder(filter_axes(1, 2, 2, 1))};
}
Feeds fed(const Pair& p) {
  return {{p.images, array({1, 1, 3, 3, 1}, nine)},
          {p.filters, array({1, 1, 2, 2, 1}, {1, 2, 3, 4})}};
}

OpCase convolved() {
  const Pair p = three_by_three();
  return {"convolution",
          "3 x 3 by 2 x 2",
          {convolution(steps(0, 1), p.images, p.filters)},
          fed(p),
          {{27, 37, 57, 67}}};
}

OpCase convolution_gradients() {
  const Pair p = three_by_three();
  const Op y = sum(convolution(steps(0, 1), p.images, p.filters), out_axes(Axes()));
  return {"deriv",
          "of a convolution by inputs and filters",
          {deriv(y, p.images), deriv(y, p.filters)},
          fed(p),
          {{1, 3, 2, 4, 10, 6, 3, 7, 4}, {8, 12, 20, 24}}};
}

// Batch, channels, padding, stride and dilation at once; the gradient check covers all operands.
OpCase convolved_widely() {
  const Axes i = image_axes(2, 6, 5, 3), f = filter_axes(2, 2, 3, 4);
  const Op images = placeholder(i), filters = placeholder(f);
  const Op y = convolution(steps(2, 2, 2), images, filters);
  return {"convolution",
          "with padding, stride and dilation",
          {sum(y, out_axes(Axes()))},
          {{images, uneven(i, 0.25)}, {filters, uneven(f, 0.125)}},
          {{659.8775}}};
}

// Sums of bytes around which the padding is 200: 9 taps, of which 5 are padding at each corner.
OpCase convolved_bytes() {
  const Op images = placeholder(image_axes(1, 2, 2, 1), DType::u8);
  const Op filters = placeholder(filter_axes(1, 3, 3, 1), DType::i8);
  WindowParams params = steps(1, 1);
  params["pad_d"] = 0;
  params["pad_value"] = 200;
  const ScopedResultType type(DType::i32);
  return {"convolution",
          "of bytes, with a value of the padding",
          {convolution(params, images, filters)},
          {{images, Tensor::from(DType::u8, {1, 1, 2, 2, 1}, std::vector<double>{255, 0, 1, 2})},
           {filters, Tensor::from(DType::i8, {1, 1, 3, 3, 1},
                                  std::vector<double>{-128, -1, 3, 4, 127, 5, 6, 7, 8})}},
          {{9208, -21560, -20718, -26582}},
          false};
}

// Two groups of two channels and of three filters; more padding after the image than before it.
OpCase convolved_in_groups() {
  const Axes i = image_axes(4, 5, 4, 2), f = filter_axes(2, 2, 3, 6);
  WindowParams params = steps(0, 2);
  params["pad_w"] = 1;
  params["pad_end_h"] = 1;
  params["pad_end_w"] = 2;
  params["groups"] = 2;
  const Op images = placeholder(i), filters = placeholder(f);
  const Op y = convolution(params, images, filters);
  return {"convolution",
          "of groups, with padding after the image",
          {sum(y, out_axes({y.axes()[0]}))},
          {{images, uneven(i, 0.25)}, {filters, uneven(f, 0.125)}},
          {{82.025, 98.34625, 69.8425, 81.35, 87.455, 64.47875}}};
}

// The same sums as of images with the batch last.
OpCase convolved_batch_first() {
  const Axes i = image_axes(2, 6, 5, 3), f = filter_axes(2, 2, 3, 4);
  WindowParams params = steps(2, 2, 2);
  params["batch_first"] = 1;
  const Op images = placeholder(batch_first(i)), filters = placeholder(f);
  const Op y = convolution(params, images, filters);
  Tensor fed(DType::f32, images.axes().lengths());
  const Tensor last = uneven(i, 0.25);
  for (std::int64_t e = 0; e < last.size(); ++e) {
    const std::int64_t n = e % 3, rest = e / 3;
    fed.set(n * (last.size() / 3) + rest, last.at(e));
  }
  return {"convolution",
          "with the batch first",
          {sum(y, out_axes(Axes()))},
          {{images, fed}, {filters, uneven(f, 0.125)}},
          {{659.8775}}};
}

// Taps along depth too.
OpCase convolved_in_depth() {
  const Axes i{make_axis(1, "C"), make_axis(3, "D"), make_axis(2, "H"), make_axis(2, "W"),
               make_axis(1, "N")};
  const Axes f{make_axis(1, "C"), make_axis(2, "T"), make_axis(2, "R"), make_axis(2, "S"),
               make_axis(1, "K")};
  const Op images = placeholder(i), filters = placeholder(f);
  return {"convolution",
          "over depth",
          {convolution(steps(0, 1), images, filters)},
          {{images, array({1, 3, 2, 2, 1}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})},
           {filters, array({1, 2, 2, 2, 1}, {1, 2, 3, 4, 5, 6, 7, 8})}},
          {{168, 312}}};
}

OpCase deconvolved(std::int64_t stride, const std::vector<double>& expected) {
  const Op images = placeholder(image_axes(1, 2, 2, 1));
  const Op filters = placeholder(filter_axes(1, 2, 2, 1));
  return {"convolution_inputs",
          "a deconvolution of stride " + std::to_string(stride),
          {deconvolution(steps(0, stride), images, filters)},
          {{images, array({1, 1, 2, 2, 1}, {1, 2, 3, 4})},
           {filters, array({1, 1, 2, 2, 1}, {1, 2, 3, 4})}},
          {expected}};
}

// The gradient by the filters, checked through its own gradient: second order.
OpCase filters_of_filters() {
  const Pair p = three_by_three();
  const Op y = convolution(steps(0, 1), p.images, p.filters);
  return {"convolution_filters",
          "of a convolution squared",
          {adjoint(y, 1, 2.0 * y)},
          fed(p),
          {{952, 1328, 2080, 2456}}};
}

WindowParams window(std::int64_t size, std::int64_t pad, std::int64_t stride) {
  return {{"J", 1},     {"T", 1},     {"R", size},       {"S", size},
          {"pad_c", 0}, {"pad_d", 0}, {"pad_h", pad},    {"pad_w", pad},
          {"str_c", 1}, {"str_d", 1}, {"str_h", stride}, {"str_w", stride}};
}

OpCase pooled(const std::string& kind, const std::vector<double>& expected) {
  const Op x = placeholder(image_axes(1, 3, 3, 1));
  return {"pooling",
          kind + ", stride 2, padding 1",
          {pooling(kind, window(2, 1, 2), x)},
          {{x, array({1, 1, 3, 3, 1}, nine)}},
          {expected}};
}

// A window 3 of stride 2 over four rows and four columns: the padding, 0 before and 1 after, is in
// no maximum and in no mean.
OpCase pooled_to_the_end(const std::string& kind, bool gradient,
                         const std::vector<double>& expected) {
  const Op x = placeholder(image_axes(1, 4, 4, 1));
  WindowParams params = window(3, 0, 2);
  params["pad_end_h"] = params["pad_end_w"] = 1;
  const Op y = pooling(kind, params, x);
  return {gradient ? "pooling_gradient" : "pooling",
          kind + ", padding after the image",
          {gradient ? adjoint(y, 0, y) : y},
          {{x, array({1, 1, 4, 4, 1},
                     {-16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1})}},
          {expected}};
}

OpCase pooled_gradient(const std::string& kind, const std::vector<double>& expected) {
  const Op x = placeholder(image_axes(1, 3, 3, 1));
  const Op y = pooling(kind, window(2, 1, 2), x);
  return {"pooling_gradient",
          kind + ", of half the squares",
          {adjoint(y, 0, y)},
          {{x, array({1, 1, 3, 3, 1}, nine)}},
          {expected}};
}

OpCase pooled_ties() {
  const Op x = placeholder(image_axes(1, 3, 3, 1));
  const Op y = sum(pooling("max", window(2, 1, 2), x), out_axes(Axes()));
  return {"pooling_gradient",
          "max of equal elements: the first gets all",
          {deriv(y, x)},
          {{x, array({1, 1, 3, 3, 1}, std::vector<double>(9, 0.0))}},
          {{1, 1, 0, 1, 1, 0, 0, 0, 0}},
          false};
}

// Channels are pooled too; the batch is not.
OpCase pooled_channels() {
  const Op x = placeholder(image_axes(4, 1, 1, 2));
  WindowParams params = window(1, 0, 1);
  params["J"] = params["str_c"] = 2;
  return {"pooling",
          "max over pairs of channels",
          {pooling("max", params, x)},
          {{x, array({4, 1, 1, 1, 2}, {1, 8, 2, 7, 3, 6, 4, 5})}},
          {{2, 8, 4, 6}}};
}

// The derivative of a max gradient by its delta selects the delta's elements.
OpCase chosen() {
  const Op x = placeholder(image_axes(1, 3, 3, 1)), e = placeholder(image_axes(1, 3, 3, 1));
  const Op y = pooling("max", window(2, 1, 2), x);
  const Op delta = placeholder(y.axes());
  const Op back = adjoint(y, 0, delta);
  return {"pooling_chosen",
          "from another array",
          {adjoint(back, 0, e)},
          {{x, array({1, 1, 3, 3, 1}, nine)},
           {e, array({1, 1, 3, 3, 1}, {10, 11, 12, 13, 14, 15, 16, 17, 18})},
           {delta, array({1, 1, 2, 2, 1}, {1, 1, 1, 1})}},
          {{10, 12, 16, 18}}};
}

struct Table {
  Op lut = placeholder(Axes{make_axis(4, "V"), make_axis(2, "F")});
  Axis n = make_axis(3, "N");
  Op idx = constant(Tensor{1, 1, 0}, Axes(n));
  Op rows() const {
    return lookuptable(lut, idx, Axes{n, lut.axes()[1]}, {.update = true, .pad_idx = 0});
  }
  Feeds fed() const { return {{lut, array({4, 2}, {0, 1, 2, 3, 4, 5, 6, 7})}}; }
};

OpCase looked_up() {
  const Table t;
  return {"lookuptable", "rows 1, 1, 0", {t.rows()}, t.fed(), {{2, 3, 2, 3, 0, 1}}, false};
}

OpCase looked_up_gradient() {
  const Table t;
  return {"lookuptable_gradient",
          "row 0 is left out",
          {adjoint(t.rows(), 0, broadcast(constant(1.0), Axes{t.n, t.lut.axes()[1]}))},
          t.fed(),
          {{0, 0, 2, 2, 0, 0, 0, 0}},
          false};
}

OpCase looked_up_columns() {
  const Op lut = placeholder(Axes{make_axis(2, "F"), make_axis(3, "V")});
  const Axis n = make_axis(2, "N");
  const Op idx = constant(Tensor{2, 0}, Axes(n));
  return {"lookuptable",
          "along the second axis",
          {lookuptable(lut, idx, Axes{lut.axes()[0], n})},
          {{lut, array({2, 3}, {0, 1, 2, 3, 4, 5})}},
          {{2, 0, 5, 3}}};
}

OpCase not_updated() {
  const Table t;
  const Op rows = lookuptable(t.lut, t.idx, Axes{t.n, t.lut.axes()[1]}, {.update = false});
  return {"lookuptable",
          "without update: no gradient",
          {deriv(sum(rows, out_axes(Axes())), t.lut)},
          t.fed(),
          {{0, 0, 0, 0, 0, 0, 0, 0}}};
}

// Two steps, two classes, one label: paths (1 1), (0 1), (1 0), each with probability 1/4.
OpCase spelled() {
  const Axis t = make_axis(2, "REC"), n = make_axis(1, "N"), c = make_axis(2, "C");
  const Op x = placeholder(Axes{t, n, c});
  const Op labels = constant(Tensor{1}), whole = constant(Tensor{100}, Axes(n));
  const Op one = constant(Tensor{1}, Axes(n));
  return {"ctc",
          "one label in two steps",
          {ctc(x, labels, whole, one)},
          {{x, array({2, 1, 2}, {0, 0, 0, 0})}},
          {{0.28768207245178096}}};
}

// The second sample ends early and has equal labels, which need a blank between them.
OpCase spelled_gradient() {
  const Axis t = make_axis(4, "REC"), n = make_axis(2, "N"), c = make_axis(2, "C");
  const Op x = placeholder(Axes{t, n, c});
  const Op labels = constant(Tensor{1, 1, 1}), part = constant(Tensor{100, 75}, Axes(n));
  const Op cost = ctc(x, labels, part, constant(Tensor{1, 2}, Axes(n)));
  return {"ctc_gradient",
          "of samples of different lengths",
          {adjoint(cost, 0, constant(1.0))},
          {{x, array({4, 2, 2}, std::vector<double>(16, 0.0))}},
          {{-0.1, 0.1, 0.5, -0.5, 0.1, -0.1, -0.5, 0.5, 0.1, -0.1, 0.5, -0.5, -0.1, 0.1, 0, 0}},
          false};
}

// Batch normalization as users write it: statistics over all axes but the channel.
OpCase normalised() {
  const Axes axes = image_axes(2, 1, 2, 2);
  const Op x = placeholder(axes), gamma = placeholder(axes[0]), beta = placeholder(axes[0]);
  const Op middle = mean(x, out_axes(axes[0]));
  const Op spread = mean(square(x - middle), out_axes(axes[0]));
  const Op y = gamma * ((x - middle) * reciprocal(sqrt(spread + 1.25))) + beta;
  return {"mean",
          "batch normalisation",
          {axes_with_order(y, axes)},
          {{x, array({2, 1, 1, 2, 2}, {0, 1, 2, 3, 5, 5, 8, 10})},
           {gamma, array({2}, {2, 1})},
           {beta, array({2}, {1, -1})}},
          {{-0.8973665961010275, 0.3675444679663241, 1.632455532033676, 2.897366596101028,
            -1.834057656228299, -1.834057656228299, -0.5829711718858505, 0.25108648434244873}}};
}

}  // namespace

std::vector<OpCase> neural_cases() {
  return {convolved(),
          convolution_gradients(),
          convolved_widely(),
          convolved_in_groups(),
          convolved_bytes(),
          convolved_batch_first(),
          convolved_in_depth(),
          deconvolved(1, {1, 4, 4, 6, 20, 16, 9, 24, 16}),
          deconvolved(2, {1, 2, 2, 4, 3, 4, 6, 8, 3, 6, 4, 8, 9, 12, 12, 16}),
          filters_of_filters(),
          pooled("avg", {0, 1.5, 4.5, 6}),
          pooled("max", {0, 2, 6, 8}),
          pooled_gradient("avg", {0, 0.75, 0.75, 2.25, 1.5, 1.5, 2.25, 1.5, 1.5}),
          pooled_gradient("max", {0, 0, 2, 0, 0, 0, 6, 0, 8}),
          pooled_to_the_end("max", false, {-6, -5, -2, -1}),
          pooled_to_the_end("avg", false, {-11, -9.5, -5, -3.5}),
          pooled_to_the_end("max", true, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -6, -5, 0, 0, -2, -1}),
          pooled_to_the_end("avg", true,
                            {-1.222222222222, -1.222222222222, -2.805555555556, -1.583333333333,
                             -1.222222222222, -1.222222222222, -2.805555555556, -1.583333333333,
                             -2.055555555556, -2.055555555556, -4.513888888889, -2.458333333333,
                             -0.833333333333, -0.833333333333, -1.708333333333, -0.875}),
          pooled_ties(),
          pooled_channels(),
          chosen(),
          looked_up(),
          looked_up_gradient(),
          looked_up_columns(),
          not_updated(),
          spelled(),
          spelled_gradient(),
          normalised()};
}

}  // namespace ng
