// SPDX-License-Identifier: Apache-2.0
// Cases of softmax and the cross-entropies, in the plain form and on logits.
#include "engine/ops/make_op.h"
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

using List = std::vector<double>;

// x and one-hot t of the recorded values, over (C 3, N 2).
struct Scores {
  Axis c = make_axis(3, "C"), n = make_axis(2, "N");
  Op x = placeholder(Axes{c, n}), t = placeholder(Axes{c, n});
  Feeds fed(const List& xs = {1, -1, 2, 0, 3, 5}, const List& ts = {0, 1, 0, 0, 1, 0}) const {
    return {{x, Tensor::from(DType::f64, {3, 2}, xs)}, {t, Tensor::from(DType::f64, {3, 2}, ts)}};
  }
  // The op on logits, as created by the pass stable_patterns.
  Op on_logits() const {
    return make_op(cross_entropy_multi_logits_op, {x, t},
                   {{"reduction_axes", Axes(c)}, {"out_axes", Axes(n)}});
  }
};

OpCase softmax_default() {
  const Scores s;
  return {"softmax",
          "default",
          {softmax(s.x)},
          {s.fed()[0]},
          {{.0900305732, .0024561149, .244728471, .00667641251, .665240956, .990867473}}};
}

OpCase softmax_over_batch() {
  const Scores s;
  return {"softmax",
          "over N",
          {softmax(s.x, Axes(s.n))},
          {s.fed()[0]},
          {{.880797078, .119202922, .880797078, .119202922, .119202922, .880797078}}};
}

OpCase softmax_of_nothing() {
  const Op x = placeholder(Axes{make_axis(3, "C"), make_axis(0, "Z")});
  return {"softmax",
          "over an axis without elements",
          {softmax(x)},
          {{x, Tensor(DType::f32, {3, 0})}},
          {{}}};
}

OpCase multi_of_nothing() {
  const Axis n = make_axis(2, "N");
  const Op x = placeholder(Axes{make_axis(0, "Z"), n});
  const Axes reduced = x.axes() - Axes{n};
  return {"cross_entropy_multi",
          "of a softmax over an axis without elements",
          {cross_entropy_multi(softmax(x, reduced), x, reduce_over(reduced))},
          {{x, Tensor(DType::f32, {0, 2})}},
          {{0, 0}}};
}

OpCase multi_of_softmax() {
  const Scores s;
  return {"cross_entropy_multi",
          "of a softmax",
          {cross_entropy_multi(softmax(s.x), s.t)},
          s.fed(),
          {{.407605964, 6.00917448}}};
}

OpCase multi_in_bits() {
  const Scores s;
  return {"cross_entropy_multi",
          "in bits",
          {cross_entropy_multi(softmax(s.x), s.t, {}, true)},
          s.fed(),
          {{.588051104, 8.66940623}}};
}

OpCase multi_plain() {
  const Scores s;
  return {"cross_entropy_multi",
          "of plain probabilities",
          {cross_entropy_multi(s.x, s.t)},
          s.fed({.2, .5, .3, .25, .5, .25}),
          {{.693147181, .693147181}}};
}

OpCase multi_in_another_order() {
  const Axis a = make_axis(2, "A"), b = make_axis(1, "B"), c = make_axis(2, "C");
  const Op x = placeholder(Axes{a, b, c}), t = placeholder(Axes{a, b, c});
  return {"cross_entropy_multi",
          "result axes in another order",
          {cross_entropy_multi(x, t, out_axes(Axes{b, a}))},
          {{x, Tensor::from(DType::f64, {2, 1, 2}, List{.5, .5, .25, .75})},
           {t, Tensor::from(DType::f64, {2, 1, 2}, List{1, 0, 1, 0})}},
          {{.693147181, 1.38629436}}};
}

// y and t whose last two axes are in opposite orders: the costs are in y's.
struct Crossed {
  Axis c = make_axis(2, "C"), n = make_axis(2, "N"), r = make_axis(2, "REC");
  Op y = placeholder(Axes{c, n, r}), t = placeholder(Axes{c, r, n});
  Feeds feeds = {
      {y, Tensor::from(DType::f64, {2, 2, 2}, List{.5, .25, .125, .2, .5, .75, .875, .8})},
      {t, Tensor::from(DType::f64, {2, 2, 2}, List{1, 1, 0, 1, 0, 0, 1, 0})}};
};

OpCase multi_of_targets_in_another_order() {
  const Crossed s;
  return {"cross_entropy_multi",
          "targets in another order",
          {cross_entropy_multi(s.y, s.t), cross_entropy_multi(softmax(log(s.y), s.c), s.t)},
          s.feeds,
          {{.693147181, .287682072, 2.07944154, 1.60943791},
           {.693147181, .287682072, 2.07944154, 1.60943791}}};
}

OpCase binary_of_targets_in_another_order() {
  const Crossed s;
  return {"cross_entropy_binary_inner",
          "of a sigmoid, targets in another order",
          {cross_entropy_binary(sigmoid(log(s.y / (1 - s.y))), s.t)},
          s.feeds,
          {{1.38629436, .575364145, 4.15888308, 3.21887582}}};
}

OpCase multi_on_logits() {
  const Scores s;
  return {"cross_entropy_multi_logits",
          "soft targets",
          {s.on_logits()},
          s.fed({1, -1, 2, 0, 3, 5}, {.1, .7, .3, .2, .6, .1}),
          {{.907605964, 5.20917448}}};
}

OpCase multi_capped() {
  const Scores s;
  return {"cross_entropy_multi_logits",
          "capped at 50, and all logits 0",
          {s.on_logits()},
          s.fed({100, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 1, 0}),
          {{50, 1.09861229}},
          false};
}

struct Pairs {
  Op u, t;
  Feeds feeds;
  Pairs(const List& us, const List& ts) {
    const Axis n = make_axis(static_cast<std::int64_t>(us.size()), "N");
    u = placeholder(n), t = placeholder(n);
    const Shape shape = {n.length()};
    feeds = {{u, Tensor::from(DType::f64, shape, us)}, {t, Tensor::from(DType::f64, shape, ts)}};
  }
};

OpCase binary_plain() {
  const Pairs p({.2, .5, .9}, {1, 0, .25});
  return {"cross_entropy_binary_inner",
          "of plain probabilities",
          {cross_entropy_binary_inner(p.u, p.t)},
          p.feeds,
          {{1.60943791, .693147181, 1.75327895}}};
}

OpCase binary_plain_ends() {
  const Pairs p({0, .5, .25, 1, 0}, {0, 1, 0, 0, 1});
  return {"cross_entropy_binary_inner",           "certain and right, certain and wrong",
          {cross_entropy_binary_inner(p.u, p.t)}, p.feeds,
          {{0, .693147181, .287682072, 50, 50}},  false};
}

OpCase binary_of_sigmoid() {
  const Scores s;
  return {"cross_entropy_binary_inner",
          "of a sigmoid",
          {cross_entropy_binary(sigmoid(s.x), s.t)},
          s.fed(),
          {{3.48877705, 7.01312422}}};
}

OpCase binary_on_logits() {
  const Pairs p({-1.5, .5, 3}, {1, 0, .25});
  return {"cross_entropy_binary_logits",
          "soft targets",
          {make_op(cross_entropy_binary_logits_op, {p.u, p.t})},
          p.feeds,
          {{1.70141328, .974076984, 2.29858735}}};
}

// The cost of a wrong positive logit is its value, of a wrong negative one at most 50.
OpCase binary_on_large_logits() {
  const Pairs p({60, -60, 0, 1000, -1000}, {0, 1, 1, 0, 1});
  return {"cross_entropy_binary_logits",
          "large logits",
          {make_op(cross_entropy_binary_logits_op, {p.u, p.t})},
          p.feeds,
          {{60, 49.9999546, .693147181, 1000, 50}},
          false};
}

}  // namespace

std::vector<OpCase> cost_cases() {
  return {softmax_default(),
          softmax_over_batch(),
          multi_of_softmax(),
          multi_in_bits(),
          multi_plain(),
          multi_on_logits(),
          multi_capped(),
          binary_plain(),
          binary_plain_ends(),
          binary_of_sigmoid(),
          binary_on_logits(),
          binary_on_large_logits(),
          softmax_of_nothing(),
          multi_of_nothing(),
          multi_in_another_order(),
          multi_of_targets_in_another_order(),
          binary_of_targets_in_another_order()};
}

}  // namespace ng
