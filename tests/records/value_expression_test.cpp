// SPDX-License-Identifier: Apache-2.0
// Tests conditions of breakpoints and watches, summaries of values, and the health log of a run.
#include <QtTest>
#include <cmath>
#include <set>

#include "engine/analysis/health_watch.h"
#include "engine/ngraph.h"
#include "engine/records/op_record.h"
#include "engine/records/values/op_expression.h"
#include "engine/records/values/value_expression.h"
#include "engine/records/values/value_summary.h"
#include "tests/support/test_program.h"

using namespace ng;

namespace {

const std::vector<AxisRecord> axes = {{"N", 2, 0, {}}, {"C", 3, 0, {}}};

Tensor plain() {
  const double values[] = {1, -2, 3, 0.5, 4, -6};
  return Tensor::from(DType::f32, {2, 3}, values);
}

Tensor non_finite() {
  const double values[] = {1, NAN, 3, HUGE_VAL, 4, -6};
  return Tensor::from(DType::f32, {2, 3}, values);
}

double of(const char* text, const Tensor& value) {
  return ValueExpression(text)(value, axes);
}

}  // namespace

class ValueExpressionTest : public QObject {
  Q_OBJECT
 private slots:
  void numbers_data();
  void numbers();
  void non_finite_elements();
  void squares_do_not_overflow();
  void faults_name_their_place_data();
  void faults_name_their_place();
  void missing_elements();
  void shadows_of_axes();
  void integers_are_exact_data();
  void integers_are_exact();
  void summaries();
  void logs_keep_the_newest();
  void health_of_a_run();
  void names_before_expressions_may_have_colons();
};

void ValueExpressionTest::names_before_expressions_may_have_colons() {
  const std::set<std::string> ops = {"x", "x:0", "dot"};
  const auto divided = [&](const char* text) {
    const OpExpression parts =
        divide_op_expression(text, [&](const std::string& name) { return ops.contains(name); });
    return QString::fromStdString(parts.op + " | " + parts.expression);
  };
  QCOMPARE(divided("dot: max > 1"), QString("dot |  max > 1"));
  QCOMPARE(divided("dot"), QString("dot | "));
  QCOMPARE(divided("x:0"), QString("x:0 | "));
  QCOMPARE(divided("x:0: max"), QString("x:0 |  max"));
  QCOMPARE(divided("x: max"), QString("x |  max"));
  QCOMPARE(divided("none:0: max"), QString("none:0 |  max"));  // unknown
  QCOMPARE(divided(": max"), QString(" |  max"));
  QCOMPARE(divided("max > 1"), QString("max > 1 | "));
}

void ValueExpressionTest::numbers_data() {
  QTest::addColumn<double>("expected");
  const auto row = [](const char* text, double expected) { QTest::newRow(text) << expected; };
  row("min", -6);
  row("max", 4);
  row("mean", 0.5 / 6);
  row("sum", 0.5);
  row("max(abs(x))", 6);
  row("max > 3.5", 1);
  row("max>4", 0);
  row("any(x > 3)", 1);
  row("any(x > 1e4)", 0);
  row("all(x >= -6)", 1);
  row("count(x < 0)", 2);
  row("count(x < 0 or x > 3)", 3);
  row("std < 1e-6", 0);
  row("has_nan", 0);
  row("not has_nan and max == 4", 1);
  row("x[1, 2]", -6);
  row("x[C 1, N 0]", -2);
  row("x[N=1, C=0] * 2 + 1", 2);
  row("-x[0,0] - 1", -2);
  row("2 - 1 - 1", 0);
  row("1 + 2 * 3", 7);
  row("(1 + 2) * 3", 9);
  row("1e-3", 1e-3);
  row("norm", std::sqrt(1 + 4 + 9 + 0.25 + 16 + 36));
  row("size", 6);
}

void ValueExpressionTest::numbers() {
  QFETCH(double, expected);
  QCOMPARE(of(QTest::currentDataTag(), plain()), expected);
}

void ValueExpressionTest::non_finite_elements() {
  QCOMPARE(of("has_nan", non_finite()), 1.0);
  QCOMPARE(of("nans", non_finite()), 1.0);
  QCOMPARE(of("infs", non_finite()), 1.0);
  QCOMPARE(of("max > 1e30", non_finite()), 1.0);
  QCOMPARE(of("min", non_finite()), -6.0);
  QVERIFY(std::isnan(of("mean", non_finite())));
  QCOMPARE(of("any(x > 1e4)", non_finite()), 1.0);
}

void ValueExpressionTest::squares_do_not_overflow() {
  Tensor large(DType::f64, {2, 3});
  for (const std::int64_t i : {0, 1, 2}) large.set(i, 4e200);
  QCOMPARE(of("norm", large), std::sqrt(3.0) * 4e200);
  QCOMPARE(of("std", large), 2e200);
}

void ValueExpressionTest::faults_name_their_place_data() {
  QTest::addColumn<QString>("where");
  const auto row = [](const char* text, const char* where) {
    QTest::newRow(text) << "character " + QString(where);
  };
  row("max >", "6");
  row("maximum", "1");
  row("any", "4");
  row("any(x > 3", "10");
  row("x[0.5]", "3");
  row("1 2", "3");
  row("", "1");
  row("max >> 3", "6");
  row("x[μ 0] größe", "8");
}

void ValueExpressionTest::faults_name_their_place() {
  QFETCH(QString, where);
  try {
    ValueExpression(QTest::currentDataTag());
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.diagnostic().where), where);
    QVERIFY(!error.diagnostic().expected.empty());
  }
}

// An axis is accepted under its displayed and its actual name.
void ValueExpressionTest::shadows_of_axes() {
  const Tensor value{3, 7};
  const std::vector<AxisRecord> weights = {{"Y__NG_SHADOW", 2, 0, {}}};
  QCOMPARE(ValueExpression("x[Y′ 1]")(value, weights), 7.0);
  QCOMPARE(ValueExpression("x[Y__NG_SHADOW 0]")(value, weights), 3.0);
  QCOMPARE(QString::fromStdString(place_of(weights, value.shape, 1)), QString("Y′ 1"));
}

void ValueExpressionTest::missing_elements() {
  for (const char* text : {"x[2, 0]", "x[0]", "x[Q 1, C 0]", "x[N 0, N 1]", "x"})
    QVERIFY_THROWS_EXCEPTION(Error, of(text, plain()));
}

void ValueExpressionTest::integers_are_exact_data() {
  QTest::addColumn<QString>("expected");
  const auto row = [](const char* text, const char* expected) {
    QTest::newRow(text) << QString(expected);
  };
  row("x[0, 0]", "9007199254740993");
  row("max", "9007199254740993");
  row("min", "-9223372036854775808");
  row("max(abs(x))", "9223372036854775808");
  row("x[0, 0] - 1", "9007199254740992");
  row("x[0, 0] == 9007199254740992", "0");
  row("x[0, 0] == 9007199254740993", "1");
  row("any(x > 9007199254740992)", "1");
  row("x[0, 1] / 2", "4503599627370496");
}

void ValueExpressionTest::integers_are_exact() {
  QFETCH(QString, expected);
  constexpr Integer beyond = (Integer{1} << 53) + 1;
  const Integer values[] = {beyond, beyond - 1, 0, INT64_MIN, 4, -6};
  const Number found =
      ValueExpression(QTest::currentDataTag())(Tensor::from(DType::i64, {2, 3}, values), axes);
  QCOMPARE(QString::fromStdString(to_string(found, 17)), expected);
  const ValueSummary summary = summarise(Tensor::from(DType::i64, {2, 3}, values));
  QVERIFY(summary.min == INT64_MIN);
  QVERIFY(summary.max == Number(beyond));
}

void ValueExpressionTest::summaries() {
  const ValueSummary all = summarise(non_finite());
  QCOMPARE(all.count, 6);
  QCOMPARE(all.nans, 1);
  QCOMPARE(all.infs, 1);
  QCOMPARE(all.min, -6.0);
  QCOMPARE(all.max, 4.0);
  QCOMPARE(all.mean, 0.5);
  Tensor large(DType::f32, {1000, 3});
  for (std::int64_t i = 0; i < large.size(); ++i) large.set(i, static_cast<double>(i % 7));
  large.set(2999, -5);
  const ValueSummary floats = summarise(large);
  QCOMPARE(floats.min, -5.0);
  QCOMPARE(floats.max, 6.0);
  QCOMPARE(floats.nans + floats.infs, 0);
  const double whole[] = {3, 5};
  QCOMPARE(summarise(Tensor::from(DType::i64, {2}, whole)).mean, 4.0);
  QCOMPARE(place_of(axes, {2, 3}, 5), std::string("N 1, C 2"));
}

void ValueExpressionTest::logs_keep_the_newest() {
  HealthLog log;
  for (std::int64_t i = 1; i <= 150'000; ++i) {
    ValueSummary each{7, i, 4, 0, 0, static_cast<double>(-i % 10), 2, 1};
    if (i == 140'000) each.nans = 3;
    log.add({{each}, 1, 2});
  }
  QVERIFY(log.kept().size() >= 100'000);
  QCOMPARE(log.kept().back().iteration, 150'000);
  QCOMPARE(log.rows().size(), std::size_t(1));
  QCOMPARE(log.rows()[0].seen, 150'000);
  QCOMPARE(log.rows()[0].first_non_finite, 140'000);
  QCOMPARE(log.rows()[0].least, -9.0);
  QCOMPARE(log.seconds_spent(), 1.0);
  HealthLog saved(log.record());  // continues like the log that was saved
  QCOMPARE(saved.kept().size(), log.kept().size());
  QCOMPARE(saved.seconds_run(), log.seconds_run());
  HealthBatch more;
  more.found = {log.kept().back()};
  saved.add(more);
  QCOMPARE(saved.rows().size(), log.rows().size());
  QCOMPARE(saved.rows()[0].least, log.rows()[0].least);
}

// Every op stored by a kernel is summarized with its actual values.
void ValueExpressionTest::health_of_a_run() {
  const Axis n = make_axis(1000, "N");
  const Op x = placeholder({n});
  const Op doubled = x * 2.0;
  const TransformerPtr transformer = allocate_transformer("cpu");
  const Computation computation = transformer->computation({doubled}, x);
  HealthWatch watch(computation);
  HealthLog log;
  Tensor fed(DType::f32, {1000});
  for (int call = 1; call <= 200; ++call) {
    fed.set(3, call);
    const bool due = watch.is_due(call);
    QVERIFY(due || call > 1);
    computation.begin({fed});
    for (std::size_t i = 0; i < computation.step_count(); ++i) {
      computation.run_step(i);
      if (due) watch.stepped(i + 1);
    }
    watch.called();
  }
  log.add(watch.take());
  QVERIFY(!log.rows().empty());
  QVERIFY(log.rows()[0].seen < 200);  // the other calls ran at full speed
  QCOMPARE(log.kept().front().max, 2.0);
  QCOMPARE(log.rows()[0].greatest, 2.0 * static_cast<double>(log.kept().back().iteration));
}

NGRAPH_TEST(ValueExpressionTest)
#include "value_expression_test.moc"
