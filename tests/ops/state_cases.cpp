// SPDX-License-Identifier: Apache-2.0
// Cases of sources, effects, their order, computations and derivatives.
#include "tests/ops/op_cases.h"

namespace ng {
namespace {

Axes pair_axis() {
  return make_axis(2, "C");
}

OpCase fed() {
  const Op x = placeholder(pair_axis());
  return {"placeholder", "fed and returned", {x, x + 1.0}, {{x, Tensor{3, 4}}}, {{3, 4}, {4, 5}}};
}

OpCase initial() {
  const Op v = variable(pair_axis(), Tensor{5, 6});
  return {"variable", "its initial value", {v, v * 2.0}, {}, {{5, 6}, {10, 12}}};
}

OpCase initial_constant() {
  const Axes c = pair_axis();
  const Op v = variable(c, constant(Tensor{5, 6}, c)), w = variable(c, constant(Tensor(2.0), c));
  return {"variable", "the values of constants", {v, w}, {}, {{5, 6}, {2, 2}}};
}

OpCase kept() {
  const Op p = persistent_tensor(pair_axis(), 7.0);
  return {"persistent_tensor", "filled with a scalar", {p - 1.0}, {}, {{6, 6}}};
}

OpCase fixed() {
  const Axes c = pair_axis();
  return {"constant",
          "an array and a scalar over the same axis",
          {constant(Tensor{1, 2}, c) + constant(Tensor(10.0), c)},
          {},
          {{11, 12}}};
}

// Expressions see the value before the update, the bare variable the value after it.
OpCase assigned() {
  const Op v = variable(pair_axis(), Tensor{2, 3});
  const Op x = placeholder(pair_axis());
  return {"assign",
          "an expression, the variable, the assign",
          {v * 1.0, v, assign(v, v + x)},
          {{x, Tensor{10, 20}}},
          {{2, 3}, {12, 23}, {}},
          false};
}

OpCase in_sequence() {
  const Op v = variable(Axes(), 2.0);
  const Op before = value_of(v), update = assign(v, v + 3.0), after = value_of(v);
  return {"sequential",
          "values before and after an assign",
          {before, after, sequential({before, update, after})},
          {},
          {{2}, {5}, {5}},
          false};
}

// Each effect runs once and acts in both sequences.
OpCase shared_by_sequences() {
  const Op v = variable(Axes(), 3.0), update = assign(v, v + 1.0);
  const Op w = variable(Axes(), 3.0), updates = doall({assign(w, w + 1.0)});
  const Op u = variable(Axes(), 3.0), inner = sequential({assign(u, u + 1.0), u * 1.0});
  return {"sequential",
          "effects of two sequences",
          {sequential({update, v * 1.0}), sequential({update, v * 100.0}), v,
           sequential({updates, w}), sequential({updates, w * 100.0}), updates,
           sequential({inner, u * 10.0}), sequential({inner + 1.0, u * 100.0}), u},
          {},
          {{4}, {400}, {4}, {4}, {400}, {}, {40}, {400}, {4}},
          false};
}

// An op that one sequence reads after its assign has that value wherever it is listed.
OpCase shared_with_a_sequence() {
  const Op v = variable(Axes(), 3.0), tenth = v * 10.0;
  const Op w = variable(Axes(), 3.0), ten = w * 10.0, b = variable(Axes(), 0.0);
  return {"sequential",
          "an op of two sequences, after an assign in one",
          {sequential({tenth * 1.0}), sequential({assign(v, 5.0), tenth}), v,
           sequential({assign(b, ten), b + 0.0}), doall({sequential({assign(w, 5.0), ten})}), b},
          {},
          {{50}, {50}, {5}, {50}, {}, {50}},
          false};
}

OpCase swapped() {
  const Op a = variable(Axes(), 1.0), b = variable(Axes(), 2.0);
  return {"doall", "a swap",       {a, b, doall({assign(a, b), assign(b, a)})},
          {},      {{2}, {1}, {}}, false};
}

OpCase several_results() {
  const Op b = placeholder(Axes()), c = placeholder(Axes());
  const Op d = 4.0 * b, e = d + c;
  return {"computation",
          "two results of two parameters",
          {d, e},
          {{b, Tensor(2.0)}, {c, Tensor(7.0)}},
          {{8}, {15}}};
}

// Both parts have the assigned values, in order; the rest is unchanged.
OpCase part_assigned() {
  const Op v = variable(Axes{make_axis(3, "C"), make_axis(2, "N")}, 1.0);
  const Op x = placeholder(Axes{make_axis(2, "C")});
  return {"set_item",
          "two parts, one after the other, that overlap",
          {sequential({set_item(v, {SliceItem::range(1, {})}, x),
                       set_item(v, {SliceItem::all(), SliceItem::at(0)}, 5.0), v * 1.0}),
           v},
          {{x, Tensor{2, 3}}},
          {{5, 1, 5, 2, 5, 3}, {5, 1, 5, 2, 5, 3}},
          false};
}

// A range of a flattened axis.
OpCase flattened_part_assigned() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op v = variable(Axes{make_flattened_axis({c, n})}, 1.0);
  const Op x = placeholder(Axes());
  return {"set_item",
          "a range of a flattened axis",
          {set_item(v, {SliceItem::range(2, 4)}, x), v},
          {{x, Tensor(5.0)}},
          {{}, {1, 1, 5, 5, 1, 1}},
          false};
}

OpCase filled() {
  const Op v = variable(pair_axis(), Tensor{2, 3});
  return {"fill", "before and after", {sequential({fill(v, 7.0), v + 1.0}), v},
          {},     {{8, 8}, {7, 7}},   false};
}

// Zeros until it is assigned; each run starts from zeros.
OpCase scratch() {
  const Op t = temporary(pair_axis()), x = placeholder(pair_axis());
  const Op before = value_of(t);
  return {"temporary",
          "read, assigned, read",
          {before, sequential({before, assign(t, x + t), t * 2.0}), t},
          {{x, Tensor{1, 2}}},
          {{0, 0}, {2, 4}, {1, 2}},
          false};
}

// d/dx of sum(x^3) is 3 x^2; the gradient check takes the second derivative.
OpCase derived() {
  const Op x = placeholder(pair_axis());
  return {
      "deriv", "of a sum of cubes", {deriv(sum(x * x * x), x)}, {{x, Tensor{2, -3}}}, {{12, 27}}};
}

}  // namespace

std::vector<OpCase> state_cases() {
  return {fed(),
          initial(),
          initial_constant(),
          kept(),
          fixed(),
          assigned(),
          in_sequence(),
          shared_by_sequences(),
          shared_with_a_sequence(),
          swapped(),
          several_results(),
          derived(),
          part_assigned(),
          flattened_part_assigned(),
          filled(),
          scratch()};
}

std::vector<OpCase> all_op_cases() {
  std::vector<OpCase> all;
  for (const auto& cases : {elementwise_cases(), reduction_cases(), dense_cases(), cost_cases(),
                            neural_cases(), ordering_cases(), collective_cases(), state_cases(),
                            slice_cases(), reshape_cases(), random_cases(), loop_cases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

}  // namespace ng
