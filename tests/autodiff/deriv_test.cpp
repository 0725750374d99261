// SPDX-License-Identifier: Apache-2.0
// Tests derivatives: operands and errors of deriv, kinks and ties, second order, complete costs.
#include <QtTest>
#include <cmath>
#include <limits>

#include "engine/ops/make_op.h"
#include "engine/ops/opaque.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/passes.h"
#include "engine/session/compile_options.h"
#include "tests/support/graph_run.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

Tensor array(Shape shape, const std::vector<double>& values) {
  return Tensor::from(DType::f64, std::move(shape), values);
}

// Checks the derivative on both transformers.
void check_value(const Op& op, const Feeds& feeds, const std::vector<double>& expected) {
  for (const char* transformer : {"reference", "cpu"}) {
    const Values values = run_once(transformer, {op}, feeds);
    const QString wrong = difference(values[0]->values(), expected, 2e-6, 1e-6);
    QVERIFY2(wrong.isEmpty(), qPrintable(QString(transformer) + ": " + wrong));
  }
}

// Checks a float64 derivative on both transformers.
void check_digits(const Op& op, const Feeds& feeds, double expected) {
  for (const char* transformer : {"reference", "cpu"}) {
    const double found = run_once(transformer, {op}, feeds)[0]->item();
    QVERIFY2(std::abs(found / expected - 1) < 1e-14,
             qPrintable(QString("%1: %2").arg(transformer).arg(found, 0, 'g', 17)));
  }
}

template <class Call>
QString refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind() == ErrorKind::value ? QString::fromUtf8(error.what())
                                            : "of another kind: " + QString(error.what());
  }
  return "nothing was refused";
}

struct Vector {
  Axis c = make_axis(3, "C");
  Op x = placeholder(c);
  Feeds fed() const { return {{x, Tensor{1, -2, 3}}}; }
};

}  // namespace

class DerivTest : public QObject {
  Q_OBJECT
 private slots:
  void by_itself();
  void unrelated();
  void by_an_intermediate();
  void through_shared_ops();
  void explicit_error();
  void needs_an_error();
  void error_with_other_axes();
  void second_order();
  void mixed_second_order();
  void mixed_second_order_of_powers();
  void second_order_of_products_with_zeros();
  void second_order_of_running_products_with_zeros();
  void second_order_of_multiplied_updates_with_zeros();
  void through_broadcast_and_order();
  void dot_with_duals();
  void recurrent_weight();
  void squared_norm_by_duals();
  void ties();
  void ties_of_other_frameworks();
  void refused_ties();
  void infinite_derivatives_of_unchosen_operands();
  void softmax_of_custom_axes();
  void binary_target();
  void logarithms_of_quotients();
  void logarithms_of_many_quotients();
  void comparisons_stop();
  void integers_stop();
  void float64_beside_narrower_types();
  void float64_in_loops_that_count();
  void opaque_ops_refuse();
  void uses_the_state_before_the_update();
  void derivative_of_a_sequence();
  void state_within_a_sequence();
  void logistic_step_matches_differences();
};

void DerivTest::by_itself() {
  const Vector v;
  const Op cost = sum(v.x);
  check_value(deriv(cost, cost), v.fed(), {1});
}

void DerivTest::unrelated() {
  const Vector v;
  const Op other = placeholder(make_axis(2, "K"));
  Feeds feeds = v.fed();
  feeds.push_back({other, Tensor{5, 6}});
  check_value(deriv(sum(v.x), other), feeds, {0, 0});
  // Zeros and ones need no placeholder.
  check_value(deriv(sum(v.x), other), {}, {0, 0});
  check_value(deriv(sum(v.x), sum(v.x)), {}, {0});
  const Op cost = sum(square(v.x));
  check_value(deriv(cost, cost), {}, {1});
  QVERIFY(refusal([&] { run_once("cpu", {deriv(cost, v.x)}, {}); }).contains("parameters"));
}

void DerivTest::by_an_intermediate() {
  const Vector v;
  const Op middle = v.x * 2.0;
  check_value(deriv(sum(square(middle)), middle), v.fed(), {4, -8, 12});
}

// x feeds three paths whose contributions add up.
void DerivTest::through_shared_ops() {
  const Vector v;
  const Op cost = sum(v.x * v.x + v.x);
  check_value(deriv(cost, v.x), v.fed(), {3, -3, 7});
}

void DerivTest::explicit_error() {
  const Vector v;
  const Op error = placeholder(v.c);
  Feeds feeds = v.fed();
  feeds.push_back({error, Tensor{1, 10, 100}});
  check_value(deriv(square(v.x), v.x, error), feeds, {2, -40, 600});
}

void DerivTest::needs_an_error() {
  const Vector v;
  const QString text = refusal([&] { deriv(square(v.x), v.x); });
  QVERIFY2(text.contains("explicit error"), qPrintable(text));
  QVERIFY2(text.contains("deriv_test.cpp"), qPrintable(text));
}

void DerivTest::error_with_other_axes() {
  const Vector v;
  const Op error = placeholder(make_axis(3, "K"));
  const QString text = refusal([&] { deriv(square(v.x), v.x, error); });
  QVERIFY2(text.contains("K: 3") && text.contains("C: 3"), qPrintable(text));
}

void DerivTest::second_order() {
  const Vector v;
  const Op first = deriv(sum(exp(v.x) + v.x * v.x * v.x), v.x);
  check_value(deriv(sum(first), v.x), v.fed(),
              {std::exp(1.0) + 6, std::exp(-2.0) - 12, std::exp(3.0) + 18});
}

// d/dy d/dx of sum(x^2 y^3) = 6 x y^2, elementwise.
void DerivTest::mixed_second_order() {
  const Vector v;
  const Op y = placeholder(v.c);
  const Op first = deriv(sum(square(v.x) * y * y * y), v.x);
  check_value(deriv(sum(first), y), {{v.x, Tensor{1, -2, 3}}, {y, Tensor{2, 1, -1}}},
              {24, -12, 18});
}

// d/dx d/dp of x^p = x^(p-1) (1 + p ln x), in both orders, also where p is 0; and the first
// derivative stays 0 there for a base of 0, or so near that 1 / x overflows.
void DerivTest::mixed_second_order_of_powers() {
  const Vector v;
  const Op p = placeholder(v.c);
  const Op y = sum(power(v.x, p));
  const Feeds feeds = {{v.x, Tensor{2, 4, 3}}, {p, Tensor{0, 0, 2}}};
  const std::vector<double> expected = {0.5, 0.25, 3 * (1 + 2 * std::log(3.0))};
  check_value(deriv(sum(deriv(y, v.x)), p), feeds, expected);
  check_value(deriv(sum(deriv(y, p)), v.x), feeds, expected);
  check_value(deriv(y, v.x), {{v.x, Tensor{0, 1e-40, 2}}, {p, Tensor{0, 0, 0}}}, {0, 0, 0});
}

// Row k of the Hessian is the derivative of the k-th first derivative: the product of all elements
// but those two.
void DerivTest::second_order_of_products_with_zeros() {
  const Axis c = make_axis(3, "C"), n = make_axis(2, "N");
  const Op x = placeholder(c), direction = placeholder(c);
  const auto row = [&](const std::vector<double>& values, const Tensor& of,
                       const std::vector<double>& expected) {
    check_value(deriv(sum(deriv(prod(x), x) * direction), x),
                {{x, array({3}, values)}, {direction, of}}, expected);
  };
  row({0, 2, 3}, {1, 0, 0}, {0, 3, 2});
  row({0, 2, 3}, {0, 1, 0}, {3, 0, 0});
  row({0, 2, 3}, {0, 0, 1}, {2, 0, 0});
  row({0, 2, 0}, {1, 0, 0}, {0, 0, 2});
  row({0, 2, 0}, {0, 1, 0}, {0, 0, 0});
  row({0, 0, 0}, {1, 1, 1}, {0, 0, 0});
  row({4, 2, 3}, {1, 10, 100}, {230, 403, 42});

  // Over two axes, and a third derivative: of x0 x1 x2 with zeros by all three, 1.
  const Op m = placeholder(Axes{n, c}), d = placeholder(Axes{n, c});
  check_value(deriv(sum(deriv(prod(m, out_axes(Axes())), m) * d, out_axes(Axes())), m),
              {{m, array({2, 3}, {1, 2, 0, 3, 4, 0})}, {d, array({2, 3}, {0, 0, 1, 0, 0, 0})}},
              {0, 0, 0, 0, 0, 24});
  const Op other = placeholder(c);
  const Op second = deriv(sum(deriv(prod(x), x) * direction), x);
  check_value(deriv(sum(second * other), x),
              {{x, Tensor{0, 0, 0}}, {direction, Tensor{1, 0, 0}}, {other, Tensor{0, 1, 0}}},
              {0, 0, 1});
}

// By the definition: the sum over results i, with weights i + 1, of the products of the elements
// that are in them but those two.
void DerivTest::second_order_of_running_products_with_zeros() {
  const std::vector<double> values = {2, 0, 3, 0, 5}, along = {1, -2, 3, 5, 7};
  const Axis c = make_axis(5, "C");
  const Op x = placeholder(c), weight = placeholder(c), direction = placeholder(c);
  for (const CumulativeOptions options :
       {CumulativeOptions{false, false}, {false, true}, {true, false}, {true, true}}) {
    const auto is_in = [&options](int element, int result) {
      if (element == result) return !options.exclusive;
      return options.reverse ? element > result : element < result;
    };
    std::vector<double> expected(5);
    for (int j = 0; j < 5; ++j) {
      for (int k = 0; k < 5; ++k) {
        for (int i = 0; i < 5; ++i) {
          if (j == k || !is_in(j, i) || !is_in(k, i)) continue;
          double product = (i + 1) * along[static_cast<std::size_t>(j)];
          for (int l = 0; l < 5; ++l) {
            const bool other = l != j && l != k && is_in(l, i);
            product *= other ? values[static_cast<std::size_t>(l)] : 1;
          }
          expected[static_cast<std::size_t>(k)] += product;
        }
      }
    }
    const Op first = deriv(sum(cumulative_product(x, c, options) * weight), x);
    check_value(
        deriv(sum(first * direction), x),
        {{x, array({5}, values)}, {weight, Tensor{1, 2, 3, 4, 5}}, {direction, array({5}, along)}},
        expected);
  }
}

void DerivTest::second_order_of_multiplied_updates_with_zeros() {
  const auto total = [](const Op& value) { return sum(value, out_axes(Axes())); };
  const Axis a = make_axis(2, "A"), b = make_axis(2, "B"), n = make_axis(2, "N"),
             m = make_axis(2, "M"), k = make_axis(3, "K");
  {  // y = (2 u00 u10 u11, 3 u01)
    const Op into = placeholder(a), u = placeholder(Axes{n, m}), v = placeholder(Axes{n, m});
    const Op rows = constant(array({2, 2}, {0, 1, 0, 0}), Axes{n, m});
    const Op cost = total(scatter(into, rows, u, a, ScatterReduction::mul));
    const Feeds zeros = {
        {into, Tensor{2, 3}}, {u, array({2, 2}, {0, 5, 0, 7})}, {v, array({2, 2}, {1, 1, 0, 0})}};
    check_value(deriv(total(deriv(cost, u) * v), u), zeros, {0, 0, 14, 0});
    check_value(deriv(total(deriv(cost, u) * v), into), zeros, {0, 1});
    check_value(deriv(total(deriv(cost, into)), u),
                {{into, Tensor{0, 3}}, {u, array({2, 2}, {0, 5, 4, 7})}}, {28, 1, 0, 0});
  }
  // Positions that share an axis: y = (5 u00 u10, 6; 7 u20, 8 u01 u11 u21).
  const Op into = value_of(constant(array({2, 2}, {5, 6, 7, 8}), Axes{a, b}), DType::f32);
  const Op rows = constant(array({3, 2}, {0, 1, 0, 1, 1, 1}), Axes{k, b});
  const Op u = placeholder(Axes{k, b}), v = placeholder(Axes{k, b});
  const Op cost = total(scatter(into, rows, u, a, ScatterReduction::mul));
  check_value(deriv(total(deriv(cost, u) * v), u),
              {{u, array({3, 2}, {0, 0, 0, 2, 3, 0})}, {v, array({3, 2}, {1, 1, 0, 0, 0, 0})}},
              {0, 0, 5, 0, 0, 16});
}

// x over C is broadcast against m over (N, C): the derivative sums over N and has x's axes.
void DerivTest::through_broadcast_and_order() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op x = placeholder(c), m = placeholder(Axes{n, c});
  const Op cost = sum(axes_with_order(x * m, Axes{c, n}), out_axes(Axes()));
  const Feeds feeds = {{x, Tensor{1, 2}}, {m, array({3, 2}, {1, 10, 2, 20, 3, 30})}};
  check_value(deriv(cost, x), feeds, {6, 60});
  check_value(deriv(cost, m), feeds, {1, 2, 1, 2, 1, 2});
}

void DerivTest::dot_with_duals() {
  const Axis c = make_axis(2, "C"), n = make_axis(3, "N");
  const Op w = placeholder(Axes(c - 1)), x = placeholder(Axes{c, n});
  const Op y = dot(w, x);
  const Feeds feeds = {{w, Tensor{2, -1}}, {x, array({2, 3}, {1, 2, 3, 4, 5, 6})}};
  check_value(deriv(sum(y, out_axes(Axes())), w), feeds, {6, 15});
  check_value(deriv(sum(y, out_axes(Axes())), x), feeds, {2, 2, 2, -1, -1, -1});
  // d/dw of sum(y^2 / 2) = sum over N of y x, with y = (-2, -1, 0).
  check_value(deriv(sum(square(y), out_axes(Axes())) * 0.5, w), feeds, {-4, -13});
}

// h2 = W h1, h1 = W x with W on (H, H-1): the weight is used twice.
void DerivTest::recurrent_weight() {
  const Axis h = make_axis(2, "H"), n = make_axis(1, "N");
  const Op w = placeholder(Axes{h, h - 1}), x = placeholder(Axes{h, n});
  const Op cost = sum(dot(w, dot(w, x)), out_axes(Axes()));
  const Feeds feeds = {{w, array({2, 2}, {1, 2, 3, 4})}, {x, array({2, 1}, {5, 7})}};
  // h1 = (19, 43); d cost / d W = 1 h1' + (W' 1) x' with W' 1 = (4, 6).
  check_value(deriv(cost, w), feeds, {19 + 20, 43 + 28, 19 + 30, 43 + 42});
  // W' W' 1
  check_value(deriv(cost, x), feeds, {22, 32});
}

// x with all axes one level down against x: all axes are contracted, including N.
void DerivTest::squared_norm_by_duals() {
  const Axis c = make_axis(2, "C"), n = make_axis(2, "N");
  const Op x = placeholder(Axes{c, n});
  const Op norm = dot(cast_axes(x, Axes{c - 1, n - 1}), x);
  const Feeds feeds = {{x, array({2, 2}, {1, 2, 3, 4})}};
  check_value(norm, feeds, {30});
  check_value(deriv(norm, x), feeds, {2, 4, 6, 8});
}

// The original's subgradients: max gives every tied element the full gradient, maximum gives 0.
void DerivTest::ties() {
  const Axis c = make_axis(4, "C");
  const Op x = placeholder(c);
  const Feeds feeds = {{x, Tensor{2, 5, 5, 1}}};
  check_value(deriv(max(x), x), feeds, {0, 1, 1, 0});
  check_value(deriv(min(x), x), feeds, {0, 0, 0, 1});
  check_value(deriv(sum(maximum(x, 5.0)), x), feeds, {0, 0, 0, 0});
  check_value(deriv(sum(minimum(x, 2.0)), x), feeds, {0, 0, 0, 1});
}

// Equal operands share the gradient, or the first one has it.
void DerivTest::ties_of_other_frameworks() {
  const Axis c = make_axis(4, "C");
  const Op x = placeholder(c), y = placeholder(c);
  const Feeds feeds = {{x, Tensor{2, 5, 5, 1}}, {y, Tensor{2, 5, 4, 3}}};
  const auto check = [&](const Op& value, const std::vector<double>& of_x,
                         const std::vector<double>& of_y) {
    check_value(deriv(sum(value * 3.0), x), feeds, of_x);
    check_value(deriv(sum(value * 3.0), y), feeds, of_y);
  };
  check(maximum(x, y, "share"), {1.5, 1.5, 3, 0}, {1.5, 1.5, 0, 3});
  check(maximum(x, y, "first"), {3, 3, 3, 0}, {0, 0, 0, 3});
  check(minimum(x, y, "share"), {1.5, 1.5, 0, 3}, {1.5, 1.5, 3, 0});
  check(minimum(x, y, "first"), {3, 3, 0, 3}, {0, 0, 3, 0});
  check_value(deriv(sum(maximum(x, 5.0, "share")), x), feeds, {0, .5, .5, 0});
  check_value(deriv(sum(minimum(x, 5.0, "first")), x), feeds, {1, 1, 1, 1});
  check_value(deriv(max(x, {}, "share"), x), feeds, {0, .5, .5, 0});
  check_value(deriv(max(x, {}, "first"), x), feeds, {0, 1, 0, 0});
  check_value(deriv(min(-x, {}, "first"), x), feeds, {0, -1, 0, 0});
}

void DerivTest::refused_ties() {
  const Op x = placeholder(Axes{make_axis(4, "C"), make_axis(2, "D")});
  const QString unknown = refusal([&] { maximum(x, x, "halves"); });
  QVERIFY2(unknown.contains("share or first"), qPrintable(unknown));
  const QString several = refusal([&] { max(x, {}, "first"); });
  QVERIFY2(several.contains("one axis"), qPrintable(several));
}

// Of a logarithm or root of 0 behind an op that chooses the other operand.
void DerivTest::infinite_derivatives_of_unchosen_operands() {
  const Axis c = make_axis(3, "C");
  const Op x = placeholder(c);
  const Feeds feeds = {{x, Tensor{-1, 0, 4}}};
  check_value(deriv(sum(sqrt(maximum(x, 0.0))), x), feeds, {0, 0, .25});
  check_value(deriv(sum(log(minimum(2.0, -minimum(-x, 0.0)))), x), feeds, {0, 0, 0});
  const Op y = placeholder(c);
  check_value(deriv(sqrt(max(y)), y), {{y, Tensor{-3, 0, -1}}},
              {0, std::numeric_limits<double>::infinity(), 0});
}

// The sum in the gradient runs over the normalized axes.
void DerivTest::softmax_of_custom_axes() {
  const Axis c = make_axis(2, "C"), n = make_axis(2, "N");
  const Op x = placeholder(Axes{c, n}), w = placeholder(Axes{c, n});
  const Op cost = sum(softmax(x, Axes(n)) * w, out_axes(Axes()));
  // Rows (0, 0) and (0, log 3): y = (1/2, 1/2) and (1/4, 3/4); d = y (w - sum y w).
  const Feeds feeds = {{x, array({2, 2}, {0, 0, 0, std::log(3.0)})},
                       {w, array({2, 2}, {1, 3, 2, 6})}};
  check_value(deriv(cost, x), feeds, {-.5, .5, -.75, .75});
}

// The cost computed from logits has d cost / d t = -u.
void DerivTest::binary_target() {
  const Axis n = make_axis(3, "N");
  const Op u = placeholder(n), t = placeholder(n);
  const Op cost = sum(cross_entropy_binary_inner(sigmoid(u), t), out_axes(Axes()));
  check_value(deriv(cost, t), {{u, Tensor{-1, .5, 2}}, {t, Tensor{1, 0, .25}}}, {1, -.5, -2});
}

// The quotients leave the range of float32; the gradients do not.
void DerivTest::logarithms_of_quotients() {
  const Axis n = make_axis(3, "N");
  const Op a = placeholder(n), b = placeholder(n), c = placeholder(n);
  const Feeds feeds = {
      {a, Tensor{1e-25, 1e25, 1e-30}}, {b, Tensor{1e25, 1e-25, 2e10}}, {c, Tensor{2, 4, 8}}};
  const Op quotient = a / b, cost = sum(log(quotient / c), out_axes({}));
  const auto check = [&](const Op& by, const std::vector<double>& reciprocals) {
    for (const char* transformer : {"reference", "cpu"}) {
      const std::vector<double> found =
          run_once(transformer, {deriv(cost, by)}, feeds)[0]->values();
      for (std::size_t i = 0; i < found.size(); ++i)
        QVERIFY(std::abs(found[i] / reciprocals[i] - 1) < 1e-6);
    }
  };
  check(a, {1e25, 1e-25, 1e30});
  check(b, {-1e-25, -1e25, -5e-11});
  check(c, {-.5, -.25, -.125});
  // By the quotient itself, which also has another use.
  const Op x = placeholder(Axes{}), y = placeholder(Axes{}), q = x / y;
  check_value(deriv(log(q) + square(q), q), {{x, Tensor(6.0)}, {y, Tensor(2.0)}}, {6 + 1. / 3});
  check_value(deriv(log(q) + square(q), x), {{x, Tensor(6.0)}, {y, Tensor(2.0)}}, {3 + 1. / 6});
}

// Each quotient passes on once what it gets, without recursion.
void DerivTest::logarithms_of_many_quotients() {
  const Op x = placeholder(Axes{});
  Op shared = square(x), chain = x;
  for (int i = 0; i < 64; ++i) shared = shared / (shared / x);  // x, again and again
  for (int i = 0; i < 60'000; ++i) chain = chain / 1.0;
  check_value(deriv(log(shared), x), {{x, Tensor(4.0)}}, {0.25});
  CreationCounter counter;
  Graph graph;
  graph.results = {deriv(log(chain), x).value()};
  QVERIFY(run_pass(expand_deriv, graph, {}, Verify::always).enabled);
}

void DerivTest::comparisons_stop() {
  const Vector v;
  check_value(deriv(sum((v.x > 0.0) * v.x), v.x), v.fed(), {1, 0, 1});
}

// Integers change in steps with a real number.
void DerivTest::integers_stop() {
  const Op x = placeholder(make_axis(3, "C"));
  const Op whole = value_of(x, DType::i32), low = minimum(whole, multiply(whole, whole));
  check_value(deriv(sum(value_of(low, DType::f32) * x), x), {{x, Tensor{2.75, -1.25, 0.5}}},
              {2, -1, 0});
}

// Contributions are added in the operand's type, in whichever order they come.
void DerivTest::float64_beside_narrower_types() {
  const ScopedResultType type(DType::f64);
  const Op x = placeholder({}, DType::f64);
  const Op cube = x * x * x, none = value_of(value_of(x, DType::f32), DType::f64) * 0.0;
  for (const Op& total : {none + cube, cube + none})
    check_digits(deriv(total, x), {{x, array({}, {0.1})}}, 3 * 0.1 * 0.1);
}

void DerivTest::float64_in_loops_that_count() {
  const ScopedResultType type(DType::f64);
  const Op x = placeholder({}, DType::f64), w = placeholder({}, DType::f64);
  const Op count = value_of(constant(0.0), DType::i64);
  const ScanResult run =
      scan(make_axis(3, "REC"), {count, x}, {},
           [&](const std::vector<Op>& states, const std::vector<Op>&) {
             return ScanStep{{value_of(states[0] + 1.0, DType::i64), states[1] * w}, {}};
           });
  const Feeds feeds = {{x, array({}, {0.1})}, {w, array({}, {0.7})}};
  check_digits(deriv(run.states[1], x), feeds, 0.7 * 0.7 * 0.7);
  check_digits(deriv(run.states[1], w), feeds, 3 * 0.1 * 0.7 * 0.7);
}

// Its gradient is not known: 0 would be wrong.
void DerivTest::opaque_ops_refuse() {
  const Vector v;
  const Op unknown = opaque({v.x}, v.x.axes(), DType::f32, {"TopK", "", "no such op"});
  const QString message = refusal([&] { run_once("cpu", {deriv(sum(unknown), v.x)}, v.fed()); });
  QVERIFY2(message.contains("gradient of TopK"), qPrintable(message));
  const Op other = placeholder(v.c);
  Feeds feeds = v.fed();
  feeds.push_back({other, Tensor{1, 2, 3}});
  check_value(deriv(sum(unknown + square(other)), other), feeds, {2, 4, 6});
}

// A derivative in an update uses the value before the update, also when the new value is a result.
void DerivTest::uses_the_state_before_the_update() {
  const Op w = variable(Axes(), 3.0);
  const Op cost = w * w;
  const Op update = assign(w, w - 0.5 * deriv(cost, w));
  for (const char* transformer : {"reference", "cpu"}) {
    const Values values = run_once(transformer, {cost, deriv(cost, w), w, update}, {});
    QCOMPARE(values[0]->item(), 9.0);
    QCOMPARE(values[1]->item(), 6.0);
    QCOMPARE(values[2]->item(), 0.0);
    QVERIFY(!values[3]);
  }
}

// Value and derivative of `sequential` are those of its last op.
void DerivTest::derivative_of_a_sequence() {
  const Vector v;
  const Op counter = variable(Axes(), 0.0);
  const Op cost = sequential({assign(counter, counter + 1.0), sum(square(v.x))});
  check_value(deriv(cost, v.x), v.fed(), {2, -4, 6});
}

// A derivative reads state where the sequence does, in every form of the same cost, and runs the
// effects before it if the sequence itself is not asked for.
void DerivTest::state_within_a_sequence() {
  for (const char* name : {"cpu", "reference"}) {
    const Op W = variable({}, 2.0), m = variable({}, 10.0);
    const Op product = W * W * m;
    const Op cost = sequential({assign(m, m + 1.0), product});
    const TransformerPtr transformer = allocate_transformer(name);
    const Computation both =
        transformer->computation(std::vector{cost, deriv(cost, W), product}, all_placeholders);
    for (const double expected : {44, 48}) {
      const Results results = both();
      for (std::size_t i = 0; i < 3; ++i) QCOMPARE(results[i].item(), expected);
    }
    QCOMPARE(transformer->computation(std::vector{deriv(cost, W)}, all_placeholders)()[0].item(),
             52.0);
    QCOMPARE(both()[0].item(), 56.0);

    const Axis n = make_axis(3, "N");
    const Op v = variable(Axes{n}, Tensor{1, 2, 3}), k = variable(Axes{n}, 1.0);
    const Op grown = sequential({assign(v, v * 3.0), sum(v * v * k, out_axes(Axes()))});
    const Op nested = sequential({assign(k, k * 2.0), grown * 1.0});
    const Results slopes =
        transformer->computation(std::vector{deriv(nested, v), nested, v, k}, all_placeholders)();
    QCOMPARE(slopes[0].values(), (std::vector<double>{12, 24, 36}));
    QCOMPARE(slopes[1].item(), 252.0);
    QCOMPARE(slopes[2].values(), (std::vector<double>{3, 6, 9}));
    QCOMPARE(slopes[3].values(), (std::vector<double>{2, 2, 2}));
  }
}

// The complete cost of the walk-through: gradients of W and b checked by central differences.
void DerivTest::logistic_step_matches_differences() {
  const Axis c = make_axis(3, "C"), n = make_axis(4, "N");
  const Op x = placeholder(Axes{c, n}), y = placeholder(n), w = placeholder(Axes(c - 1)),
           b = placeholder(Axes());
  const Op cost =
      sum(cross_entropy_binary(sigmoid(dot(w, x) + b), y, out_axes(Axes())), out_axes(Axes())) /
      batch_size(x);
  Feeds feeds = {{x, array({3, 4}, {.5, -1, 2, .1, 1, 0, -.5, 3, -2, 1.5, .3, .7})},
                 {y, Tensor{1, 0, 1, 0}},
                 {w, Tensor{.2, -.3, .4}},
                 {b, Tensor(.1)}};
  auto cost_at = [&](std::int64_t i, double h) {
    Feeds moved = feeds;
    moved[2].second = broadcast_to(moved[2].second, DType::f64, {3}, "w");
    moved[2].second.set(i, moved[2].second.at(i) + h);
    return run_once("reference", {cost}, moved, in_double())[0]->item();
  };
  std::vector<double> slopes;
  for (std::int64_t i = 0; i < 3; ++i) {
    slopes.push_back((cost_at(i, 6e-6) - cost_at(i, -6e-6)) / 12e-6);
  }
  const Values derived = run_once("reference", {deriv(cost, w)}, feeds, in_double());
  const QString wrong = difference(derived[0]->values(), slopes, 1e-6, 1e-8);
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

NGRAPH_TEST(DerivTest, QCoreApplication)
#include "deriv_test.moc"
