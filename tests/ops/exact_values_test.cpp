// SPDX-License-Identifier: Apache-2.0
// Tests values at the limits of their dtypes, on cpu and reference: indices and comparisons that
// float32 would round, signed zeros, empty sums, infinite factors, single rounding.
#include <QtTest>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Tensor run(const std::string& transformer, const Op& result, const std::vector<Op>& parameters,
           const std::vector<Tensor>& arguments) {
  return allocate_transformer(transformer)->computation(result, parameters).call(arguments)[0];
}

std::vector<double> values(const Tensor& tensor) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < tensor.size(); ++i) all.push_back(tensor.at(i));
  return all;
}

// Equal including the sign of zero; NaN equals NaN.
bool same(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool nan = std::isnan(a[i]) && std::isnan(b[i]);
    if (!nan && (a[i] != b[i] || std::signbit(a[i]) != std::signbit(b[i]))) return false;
  }
  return true;
}

QString text(const std::vector<double>& all) {
  QStringList parts;
  for (double each : all) parts << QString::number(each, 'g', 17);
  return parts.join(' ');
}

}  // namespace

class ExactValuesTest : public QObject {
  Q_OBJECT

  // Checks `expression` of a tensor along one axis, float64 or other, on both transformers, and
  // where kernels are interpreted.
  static void check(DType dtype, const std::vector<double>& x,
                    const std::function<Op(const Op&)>& expression,
                    const std::vector<double>& expected) {
    const Axis axis = make_axis(static_cast<std::int64_t>(x.size()), "A");
    Tensor tensor(dtype, {axis.length()});
    for (std::size_t i = 0; i < x.size(); ++i) tensor.set(static_cast<std::int64_t>(i), x[i]);
    const auto check_on = [&](const char* name, const char* compiler) {
      const Op p = placeholder({axis}, dtype);
      const std::vector<double> found = values(run(name, expression(p), {p}, {tensor}));
      QVERIFY2(same(found, expected),
               qPrintable(
                   QString("%1 %2: %3, not %4").arg(name, compiler, text(found), text(expected))));
    };
    check_on("reference", "");
    check_on("cpu", "");
    const QByteArray chosen = qgetenv("NGRAPH_JIT");
    qputenv("NGRAPH_JIT", "none");
    check_on("cpu", "without a compiler");
    chosen.isEmpty() ? qunsetenv("NGRAPH_JIT") : qputenv("NGRAPH_JIT", chosen);
  }

 private slots:
  void numbers_are_compared_exactly();
  void positions_of_wide_types_data();
  void positions_of_wide_types();
  void positions_beyond_float();
  void gradients_of_extremes_of_wide_types();
  void zero_keeps_its_sign();
  void a_sum_of_no_elements_is_zero();
  void gradients_of_products_with_infinite_elements();
  void double_rounds_to_bfloat_once();
  void values_between_are_rounded();
  void floats_beyond_integers_saturate();
  void a_logarithm_of_integers_is_kept();
  void comparisons_take_numbers_exactly();
  void reductions_have_their_type_where_they_are_read();
};

// In the kernel that reduces, too: an accumulator is wider.
void ExactValuesTest::reductions_have_their_type_where_they_are_read() {
  const auto of = [](DType dtype, const auto& make) {
    const ScopedResultType type(dtype);
    return make();
  };
  const auto any = [&](const Op& x) { return of(DType::bool_, [&] { return max(x); }); };
  const std::vector<double> x = {-5, -7, -300};
  check(DType::i32, x,
        [&](const Op& p) { return absolute(of(DType::u32, [&] { return min(p); })); },
        {4294967040});
  check(DType::i32, x, [&](const Op& p) { return of(DType::u8, [&] { return sum(p); }) * 1.5; },
        {300});
  check(DType::f32, {.5, .2, 0},
        [&](const Op& p) { return of(DType::i32, [&] { return any(p) + any(p); }); }, {2});
}

// Not as float32 rounds the number.
void ExactValuesTest::numbers_are_compared_exactly() {
  check(DType::f64, {.1}, [](const Op& x) { return less(x, .1); }, {0});
  check(DType::f64, {.1}, [](const Op& x) { return equal(.1, x); }, {1});
  check(DType::i64, {16777216, 16777217}, [](const Op& x) { return equal(x, 16777217); }, {0, 1});
  check(DType::i32, {2147483647}, [](const Op& x) { return greater(2147483646.5, x); }, {0});
  check(DType::f32, {.1}, [](const Op& x) { return equal(x, .1); }, {1});
}

void ExactValuesTest::positions_of_wide_types_data() {
  QTest::addColumn<int>("dtype");
  QTest::addColumn<QList<double>>("x");
  const QList<double> near = {16777216, 16777217, 16777219};
  QTest::newRow("float64") << int(DType::f64) << QList<double>{0.1, 0.2, 0.3};
  QTest::newRow("int32") << int(DType::i32) << near;
  QTest::newRow("int64") << int(DType::i64) << near;
  QTest::newRow("uint32") << int(DType::u32) << near;
  QTest::newRow("uint64") << int(DType::u64) << near;
  QTest::newRow("float32") << int(DType::f32) << QList<double>{1, 2, 3};
}

void ExactValuesTest::positions_of_wide_types() {
  QFETCH(int, dtype);
  QFETCH(QList<double>, x);
  const std::vector<double> up(x.begin(), x.end());
  check(static_cast<DType>(dtype), up, [](const Op& p) { return argmax(p); }, {2});
  check(static_cast<DType>(dtype), up, [](const Op& p) { return argmin(p); }, {0});
}

void ExactValuesTest::positions_beyond_float() {
  const Axis axis = make_axis(20'000'000, "A");
  const Op x = placeholder({axis});
  Tensor tensor(DType::f32, {axis.length()});
  tensor.set(16'777'217, 1);
  tensor.set(16'777'216, -1);
  QCOMPARE(run("cpu", argmax(x), {x}, {tensor}).item(), 16777217.0);
  QCOMPARE(run("cpu", argmin(x), {x}, {tensor}).item(), 16777216.0);
  tensor.set(axis.length() - 1, 2);
  QCOMPARE(run("cpu", argmax(x), {x}, {tensor}).item(), 19999999.0);
}

void ExactValuesTest::gradients_of_extremes_of_wide_types() {
  check(DType::f64, {0.1, 0.3, 0.2}, [](const Op& p) { return deriv(max(p), p); }, {0, 1, 0});
  check(DType::f64, {0.1, 0.3, 0.2}, [](const Op& p) { return deriv(min(p), p); }, {1, 0, 0});
}

void ExactValuesTest::zero_keeps_its_sign() {
  check(DType::f32, {-0.0, 0.0}, [](const Op& p) { return p + 0.0; }, {0.0, 0.0});
  check(DType::f32, {-0.0, 0.0}, [](const Op& p) { return 0.0 + p; }, {0.0, 0.0});
  check(DType::f32, {-0.0, 0.0}, [](const Op& p) { return p + -0.0; }, {-0.0, 0.0});
  check(DType::f32, {-0.0, 0.0}, [](const Op& p) { return p - 0.0; }, {-0.0, 0.0});
}

void ExactValuesTest::a_sum_of_no_elements_is_zero() {
  const Axis none = make_axis(0, "B");
  check(DType::f32, {infinity, 2, -infinity},
        [&](const Op& p) { return sum(broadcast(p, Axes{none} + p.axes()), reduce_over({none})); },
        {0, 0, 0});
}

void ExactValuesTest::gradients_of_products_with_infinite_elements() {
  const auto gradient = [](const Op& p) { return deriv(prod(p), p); };
  const double nan = std::nan("");
  check(DType::f32, {2, 3, 4}, gradient, {12, 8, 6});
  check(DType::f32, {2, 0, 4}, gradient, {0, 8, 0});
  check(DType::f32, {2, infinity, 4}, gradient, {infinity, 8, infinity});
  check(DType::f32, {2, -infinity, 4}, gradient, {-infinity, 8, -infinity});
  check(DType::f32, {infinity, infinity, -4}, gradient, {-infinity, -infinity, infinity});
  check(DType::f32, {0, infinity, 3}, gradient, {infinity, 0, nan});
}

void ExactValuesTest::double_rounds_to_bfloat_once() {
  const double above = 1 + 0x1p-8 + 0x1p-30, tie = 1 + 0x1p-8, below = 1 + 0x1p-8 - 0x1p-30;
  const auto rounded = [](const Op& p) { return value_of(p, DType::bf16); };
  check(DType::f64, {above, tie, below, -above}, rounded, {1.0078125, 1, 1, -1.0078125});
  Tensor tensor(DType::bf16, {1});
  tensor.set(0, above);
  QCOMPARE(tensor.at(0), 1.0078125);
}

// -(-x) is x only if the value between has the same type.
void ExactValuesTest::values_between_are_rounded() {
  const auto negated_in = [](DType between) {
    return [between](const Op& p) {
      const auto negated = [](const Op& x, DType dtype) {
        const ScopedResultType type(dtype);
        return -x;
      };
      return negated(negated(p, between), DType::f64);
    };
  };
  check(DType::f64, {4.3171393421460458, 3}, negated_in(DType::bf16), {4.3125, 3});
  check(DType::f64, {0.1, 3}, negated_in(DType::f32), {static_cast<float>(0.1), 3});
  check(DType::f64, {0.1, 3}, negated_in(DType::f64), {0.1, 3});
}

void ExactValuesTest::floats_beyond_integers_saturate() {
  const auto converted = [](DType dtype) {
    return [dtype](const Op& p) { return value_of(value_of(p, dtype), DType::f64); };
  };
  const std::vector<double> x = {1e20, -1e20, infinity, -2.5, std::nan("")};
  check(DType::f64, x, converted(DType::i64), {0x1p63, -0x1p63, 0x1p63, -2, 0});
  check(DType::f64, x, converted(DType::u64), {0x1p64, 0, 0x1p64, 0, 0});
  check(DType::f64, x, converted(DType::i8), {127, -128, 127, -2, 0});
}

// log(exp(x)) is x only if the exponential is not truncated.
void ExactValuesTest::a_logarithm_of_integers_is_kept() {
  const auto expression = [](const Op& p) {
    const auto whole = [&p] {
      const ScopedResultType type(DType::i32);
      return exp(p);
    };
    return value_of(log(whole()), DType::f32);
  };
  check(DType::f32, {0, 1}, expression, {0, std::log(2.0f)});
}

// A number next to float64 or integers is not rounded to float32.
void ExactValuesTest::comparisons_take_numbers_exactly() {
  check(DType::f64, {0.1}, [](const Op& p) { return less(p, 0.1); }, {0});
  check(DType::f64, {0.1}, [](const Op& p) { return equal(0.1, p); }, {1});
  check(DType::f32, {0.1f}, [](const Op& p) { return equal(p, 0.1); }, {1});
  check(DType::i64, {16777217}, [](const Op& p) { return equal(p, 16777217); }, {1});
  check(DType::i64, {16777217}, [](const Op& p) { return greater(p, 16777216); }, {1});
  check(DType::i32, {16777217}, [](const Op& p) { return less(p, 16777216.5); }, {0});
  check(DType::u8, {3}, [](const Op& p) { return greater(p, 2.5); }, {1});
  check(DType::u8, {3}, [](const Op& p) { return less(p, 300); }, {1});
  check(DType::u8, {3}, [](const Op& p) { return greater(p, -1); }, {1});
}

NGRAPH_TEST(ExactValuesTest, QCoreApplication)
#include "exact_values_test.moc"
