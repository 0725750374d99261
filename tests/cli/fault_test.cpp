// SPDX-License-Identifier: Apache-2.0
// Looking for faults with `ngraph`: breakpoints, watches, health, two transformers, bisected passes.
#include <QJsonArray>

#include "tests/cli/ngraph_command.h"

using namespace ng;

namespace {

const QString planted = "sample_graphs/07_planted_nan.ngraph";
const QString logistic = "sample_graphs/05_logistic_part2.ngraph";

}  // namespace

class FaultTest : public QObject {
  Q_OBJECT
 private slots:
  void breakpoints_stop_the_run();
  void conditions_that_never_hold();
  void watches_come_with_the_results();
  void bad_conditions_are_refused();
  void health_finds_the_odd_op();
  void bisected();
  void compared();
};

// The very iteration of the planted NaN, by the op where it is born.
void FaultTest::breakpoints_stop_the_run() {
  const Ran ran = ngraph({"run", planted, "--break", "unit: has_nan"});
  QCOMPARE(ran.code, 1);
  QVERIFY2(ran.out.contains("stopped at unit in iteration 14: has_nan\n"), qPrintable(ran.out));
  const QJsonObject said = json({"run", planted, "--break", "unit: has_nan"}, 1);
  QCOMPARE(said["iterations"].toInt(), 14);
  QCOMPARE(said["stopped"].toObject()["op"].toString(), QString("7"));
  const QJsonObject first = json({"run", logistic, "--break", "dot_6"}, 1);
  QCOMPARE(first["iterations"].toInt(), 1);
}

void FaultTest::conditions_that_never_hold() {
  const QJsonObject ran = json({"run", logistic, "--break", "L: L > 3 or max > 1e4"}, 0);
  QVERIFY(ran.isEmpty());  // L is no word of a condition
  QCOMPARE(json({"run", logistic, "--break", "L: max > 1e4"})["iterations"].toInt(), 100);
}

void FaultTest::watches_come_with_the_results() {
  const Ran ran = ngraph({"run", logistic, "--epochs", "1", "--watch", "W: x[W 0, H 1]", "--watch",
                          "dot_6:count(x > 0)"});
  QVERIFY2(ran.out.contains("dot_6:count(x > 0) = "), qPrintable(ran.out));
  QVERIFY2(ran.out.contains("W: x[W 0, H 1] = "), qPrintable(ran.out));
}

void FaultTest::bad_conditions_are_refused() {
  checkExit({"run", planted, "--break", "unit: max >"}, 3,
            {"cannot be read", "character 7", "expected: a number"});
  checkExit({"run", planted, "--break", "nobody"}, 3, {"nobody"});
  checkExit({"bisect", planted, "--slower", "1.2", "--tolerance", "1"}, 2, {"give one of them"});
}

void FaultTest::health_finds_the_odd_op() {
  const QJsonObject health =
      json({"run", planted, "--health", "--epochs", "1"})["health"].toObject();
  QVERIFY(health["summaries"].toInt() >= 10);
  const QJsonArray ops = health["ops"].toArray();
  QCOMPARE(ops[0].toObject()["op"].toString(), QString("unit"));
  QCOMPARE(ops[0].toObject()["elements"].toInt(), 128);
  QVERIFY(ops[0].toObject()["seen"].toInt() >= 1);
}

void FaultTest::bisected() {
  const QJsonObject good = json({"bisect", logistic});
  QVERIFY(good["culprit"].isNull());
  QCOMPARE(good["measure"].toString(), QString("error"));
  QVERIFY(good["trials"].toArray()[0].toObject()["error"].toDouble() < 1e-6);
  const Ran timed = ngraph({"bisect", logistic, "--slower", "1000"});
  QCOMPARE(timed.code, 0);
  QVERIFY2(timed.out.contains("no pass makes a call 1e+03 times as long"), qPrintable(timed.out));
}

void FaultTest::compared() {
  const QJsonArray ops = json({"compare", logistic})["ops"].toArray();
  QVERIFY(ops.size() >= 15);
  for (const QJsonValue& op : ops) {
    QVERIFY(op.toObject()["ulps"].isDouble());
    QVERIFY(op.toObject()["max_abs"].toDouble() < 1e-5);
  }
}

QTEST_APPLESS_MAIN(FaultTest)
#include "fault_test.moc"
