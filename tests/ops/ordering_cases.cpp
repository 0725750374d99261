// SPDX-License-Identifier: Apache-2.0
// Cases of running sums, sorting, taking and scattering.
#include <cmath>

#include "tests/ops/op_cases.h"

namespace ng {
namespace {

Tensor array(Shape shape, const std::vector<double>& values) {
  return Tensor::from(DType::f64, std::move(shape), values);
}

Tensor places(Shape shape, const std::vector<double>& values) {
  return Tensor::from(DType::i64, std::move(shape), values);
}

struct Rows {
  Axis a = make_axis(2, "A"), b = make_axis(3, "B");
  Op x = placeholder(Axes{a, b});
  Feeds fed(const std::vector<double>& values) const { return {{x, array({2, 3}, values)}}; }
};

OpCase sums(const char* variant, const CumulativeOptions& options, bool first,
            const std::vector<double>& expected) {
  const Rows r;
  return {"cumulative_sum",
          variant,
          {cumulative_sum(r.x, first ? r.a : r.b, options)},
          r.fed({1, 2, 3, 4, 5, 6}),
          {expected}};
}

OpCase products(const char* variant, const CumulativeOptions& options,
                const std::vector<double>& values, const std::vector<double>& expected) {
  const Rows r;
  return {"cumulative_product",
          variant,
          {cumulative_product(r.x, r.b, options)},
          r.fed(values),
          {expected}};
}

// The sums are converted, not their terms: 0.6, 1.2, 1.8 … in integers, and integers in floats.
OpCase sums_of_another_type() {
  const Axis b = make_axis(4, "B");
  const Op x = placeholder(b), i = placeholder(b, DType::i8), h = placeholder(b, DType::f16);
  const Op floats = cumulative_sum(i, b), products = cumulative_product(h, b);
  const ScopedResultType type(DType::i8);
  const Op whole = cumulative_sum(x, b), wrapped = cumulative_product(value_of(i, DType::i64), b);
  return {
      "cumulative_sum",
      "of another type",
      {whole, floats, products, wrapped},
      {{x, Tensor{0.6, 0.6, 0.6, 200}},
       {i, Tensor::from(DType::i8, {4}, std::vector<double>{100, 100, -1, 3})},
       {h, Tensor::from(DType::f16, {4}, std::vector<double>{256, 256, 256, -0.5})}},
      {{0, 1, 1, 127}, {100, 200, 199, 202}, {256, 65536, 16777216, -8388608}, {100, 16, -16, -48}},
      false};
}

OpCase sorted(const char* variant, std::int64_t count, bool descending,
              const std::vector<double>& values, const std::vector<double>& expected) {
  const Rows r;
  return {"argsort",     variant,    {argsort(r.x, r.b, make_axis(count, "R"), descending)},
          r.fed(values), {expected}, false};
}

OpCase largest_elements() {
  const Rows r;
  const Op ranks = argsort(r.x, r.b, make_axis(2, "R"), true);
  return {"take",
          "the two largest of each row",
          {take(r.x, ranks, r.b)},
          r.fed({1, 3, 2, 6, 4, 5}),
          {{3, 2, 6, 5}}};
}

OpCase whole_rows() {
  const Rows r;
  const Op at = constant(places({3}, {1, 0, 1}), Axes(make_axis(3, "N")));
  return {"take",
          "rows 1, 0, 1",
          {take(r.x, at, r.a)},
          r.fed({1, 2, 3, 4, 5, 6}),
          {{4, 5, 6, 1, 2, 3, 4, 5, 6}}};
}

// The axis itself is among the positions' axes.
OpCase reversed_rows() {
  const Rows r;
  const Op at = constant(places({3}, {2, 1, 0}), Axes(r.b));
  return {"take",
          "each row reversed",
          {take(r.x, at, r.b)},
          r.fed({1, 2, 3, 4, 5, 6}),
          {{3, 2, 1, 6, 5, 4}}};
}

OpCase scattered(ScatterReduction reduction, const char* variant,
                 const std::vector<double>& expected) {
  const Rows r;
  const Axis n = make_axis(4, "N");
  const Op updates = placeholder(Axes{r.a, n});
  const Op at = constant(places({2, 4}, {0, 2, 0, 2, 1, 1, 2, 1}), Axes{r.a, n});
  Feeds feeds = r.fed({1, 2, 3, 4, 5, 6});
  feeds.push_back({updates, array({2, 4}, {10, 20, 30, 0.5, 7, 8, 9, 2.5})});
  return {"scatter", variant, {scatter(r.x, at, updates, r.b, reduction)}, feeds, {expected}};
}

// Rows along the first axis, with updates in another order.
OpCase scattered_rows() {
  const Rows r;
  const Axis n = make_axis(3, "N");
  const Op updates = placeholder(Axes{r.b, n});
  const Op at = constant(places({3}, {1, 0, 1}), Axes(n));
  Feeds feeds = r.fed({1, 2, 3, 4, 5, 6});
  feeds.push_back({updates, array({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})});
  return {"scatter",
          "rows added up",
          {scatter(r.x, at, updates, r.a, ScatterReduction::add)},
          feeds,
          {{3, 7, 11, 8, 15, 22}}};
}

}  // namespace

std::vector<OpCase> ordering_cases() {
  return {
      sums("along the last axis", {}, false, {1, 3, 6, 4, 9, 15}),
      sums("exclusive", {.exclusive = true}, false, {0, 1, 3, 0, 4, 9}),
      sums("in reverse along the first axis", {.reverse = true}, true, {5, 7, 9, 4, 5, 6}),
      sums("exclusive, in reverse", {true, true}, false, {5, 3, 0, 11, 6, 0}),
      sums_of_another_type(),
      products("of numbers", {}, {1, 2, 3, 4, 5, 6}, {1, 2, 6, 4, 20, 120}),
      products("with zeros", {}, {2, 0, 3, 0, 5, 0}, {2, 0, 0, 0, 0, 0}),
      products("exclusive, in reverse", {true, true}, {2, 0, 3, 4, 5, 6}, {0, 3, 1, 30, 6, 1}),
      sorted("ascending", 3, false, {3, 1, 2, 5, 5, 4}, {1, 2, 0, 2, 0, 1}),
      sorted("descending, ties in order", 2, true, {3, 1, 2, 5, 5, 4}, {0, 2, 0, 1}),
      sorted("NaN is the largest", 3, false, {NAN, 1, -INFINITY, -0.0, NAN, 0.0},
             {2, 1, 0, 0, 2, 1}),
      largest_elements(),
      whole_rows(),
      reversed_rows(),
      scattered(ScatterReduction::none, "the last one replaces", {30, 2, 0.5, 4, 2.5, 9}),
      scattered(ScatterReduction::add, "added", {41, 2, 23.5, 4, 22.5, 15}),
      scattered(ScatterReduction::mul, "multiplied", {300, 2, 30, 4, 700, 54}),
      scattered(ScatterReduction::max, "maxima", {30, 2, 20, 4, 8, 9}),
      scattered(ScatterReduction::min, "minima", {1, 2, 0.5, 4, 2.5, 6}),
      scattered_rows(),
  };
}

}  // namespace ng
