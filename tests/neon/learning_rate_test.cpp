// SPDX-License-Identifier: Apache-2.0
// Tests learning rate schedules against their formulas, and their errors.
#include <QtTest>
#include <cmath>

#include "engine/base/error.h"
#include "engine/neon/optimizers/learning_rate.h"
#include "engine/ngraph.h"
#include "tests/support/test_program.h"

using namespace ng;
using namespace ng::neon;

Q_DECLARE_METATYPE(ng::neon::LearningRate)

class LearningRateTest : public QObject {
  Q_OBJECT
 private slots:
  void policies_data();
  void policies();
  void provided();
  void by_name();
  void refusals_data();
  void refusals();
};

void LearningRateTest::policies_data() {
  QTest::addColumn<LearningRate>("rate");
  QTest::addColumn<QList<double>>("expected");  // at iterations 0 to 4
  const auto row = [](const char* name, const LearningRate& rate, const QList<double>& expected) {
    QTest::newRow(name) << rate << expected;
  };
  row("number", .1, {.1, .1, .1, .1, .1});
  row("step", StepRate{.1, .5, 2}, {.1, .1, .05, .05, .025});
  row("schedule", ScheduleRate{.1, {.1}, {1, 3}}, {.1, .01, .01, .001, .001});
  row("list of gammas", ScheduleRate{.1, {.5, .2}, {2, 4}}, {.1, .1, .05, .05, .01});
  row("exp", ExpRate{.1, .5}, {.1, .05, .025, .0125, .00625});
  row("inv", InvRate{.1, 1, 2}, {.1, .025, .1 / 9, .1 / 16, .1 / 25});
  row("poly", PolyRate{.1, 4, .5}, {.1, .1 * std::sqrt(.75), .1 * std::sqrt(.5), .05, 0});
  row("poly past its end", PolyRate{.1, 2, .5}, {.1, .1 * std::sqrt(.5), 0, 0, 0});
  const auto sigmoid = [](double it) { return .1 / (1 + std::exp(-.5 * (it - 3))); };
  row("sigmoid", SigmoidRate{.1, .5, 3},
      {sigmoid(0), sigmoid(1), sigmoid(2), sigmoid(3), sigmoid(4)});
}

void LearningRateTest::policies() {
  QFETCH(LearningRate, rate);
  QFETCH(QList<double>, expected);
  for (const DType dtype : {DType::f32, DType::u32}) {
    const Op iteration = placeholder({}, dtype);
    const Computation compute = executor(rate.of(iteration) * 1.0 + 0.0 * iteration, iteration);
    for (int it = 0; it < 5; ++it) {
      QVERIFY(qAbs(compute(it).item() - expected[it]) <= 1e-6 * .1);
    }
  }
}

void LearningRateTest::provided() {
  const Op lr = placeholder({});
  QCOMPARE(LearningRate(ProvidedRate{lr}).of({}), lr);
}

void LearningRateTest::by_name() {
  const LearningRate rate = learning_rate_from(
      "schedule", {{"base_lr", .1}, {"gamma", .5}, {"schedule", std::vector{2., 4.}}});
  QCOMPARE(rate.name(), "schedule");
  QCOMPARE(std::get<ScheduleRate>(rate.policy()).gamma, std::vector{.5});
  QVERIFY(rate.needs_iteration());
  QVERIFY(!learning_rate_from("fixed", {{"base_lr", .1}}).needs_iteration());
  const LearningRate poly =
      learning_rate_from("poly", {{"base_lr", .1}, {"max_iter", 10.}, {"power", 2.}});
  QCOMPARE(std::get<PolyRate>(poly.policy()).max_iter, 10.);
}

using Refused = std::function<void()>;
Q_DECLARE_METATYPE(Refused)

void LearningRateTest::refusals_data() {
  QTest::addColumn<Refused>("refused");
  QTest::addColumn<QStringList>("named");
  QTest::newRow("unknown") << Refused([] { learning_rate_from("cosine", {}); })
                           << QStringList{"cosine", "fixed, step, schedule"};
  QTest::newRow("missing") << Refused([] { learning_rate_from("step", {{"base_lr", .1}}); })
                           << QStringList{"'step'", "found: base_lr", "base_lr, gamma, step"};
  QTest::newRow("misspelt") << Refused([] {
    learning_rate_from("exp", {{"base_lr", .1}, {"gama", .1}});
  }) << QStringList{"gama", "base_lr, gamma"};
  QTest::newRow("kind") << Refused([] {
    learning_rate_from("exp", {{"base_lr", .1}, {"gamma", std::vector{.1}}});
  }) << QStringList{"'gamma'", "a number"};
  QTest::newRow("gammas") << Refused([] { LearningRate(ScheduleRate{.1, {.1, .2}, {1, 2, 3}}); })
                          << QStringList{"2 gammas and 3 points"};
  QTest::newRow("no iteration") << Refused([] { LearningRate(ExpRate{.1, .5}).of({}); })
                                << QStringList{"'exp'", "iteration"};
  QTest::newRow("step of 0") << Refused([] { LearningRate(StepRate{.1, .5, 0}); })
                             << QStringList{"positive step"};
}

void LearningRateTest::refusals() {
  QFETCH(Refused, refused);
  QFETCH(QStringList, named);
  try {
    refused();
    QFAIL("no error was thrown");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::value);
    for (const QString& name : named) QVERIFY2(QString(error.what()).contains(name), error.what());
  }
}

NGRAPH_TEST(LearningRateTest, QCoreApplication)
#include "learning_rate_test.moc"
