// SPDX-License-Identifier: Apache-2.0
// Tests the debugging commands of `ngraph`: breakpoints, watches, health, comparison of two
// transformers, pass bisection.
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <cmath>

#include "tests/cli/ngraph_command.h"
#include "tests/support/hidden_infinity.h"
#include "tests/support/test_program.h"

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
  void infinities_of_any_op_are_found();
  void other_values_are_tried();
  void numbers_are_explained();
  void health_needs_whole_values();
  void ranks_are_no_option_of_one_process();
  void health_finds_the_non_finite_op();
  void bisected();
  void compared();
  void anyTwoGraphsAreCompared();
  void passesAreMeasured();
  void kernelsAreReproduced();
  void editedKernelsRunApart();
};

// Stops at the iteration of the planted NaN, in the op that produces it.
void FaultTest::breakpoints_stop_the_run() {
  const Ran ran = ngraph({"run", planted, "--break", "unit: has_nan"});
  QCOMPARE(ran.code, 1);
  QVERIFY2(ran.out.contains("stopped at unit in iteration 14: has_nan\n"), qPrintable(ran.out));
  QVERIFY(ngraph({"run", planted, "--break", "unit:has_nan"}).out.contains("14: has_nan\n"));
  const QJsonObject said = json({"run", planted, "--break", "unit: has_nan"}, 1);
  QCOMPARE(said["iterations"].toInt(), 14);
  QCOMPARE(said["stopped"].toObject()["op"].toString(), QString("7"));
  const QJsonObject first = json({"run", logistic, "--break", "dot_6"}, 1);
  QCOMPARE(first["iterations"].toInt(), 1);
}

void FaultTest::conditions_that_never_hold() {
  checkExit({"run", logistic, "--break", "L: L > 3 or max > 1e4"}, 3, {"found: 'L'"});
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
            {"syntax error", "character 7", "expected: a number"});
  checkExit({"run", planted, "--break", "nobody"}, 3, {"nobody"});
  checkExit({"bisect", planted, "--slower", "1.2", "--tolerance", "1"}, 2, {"give one of them"});
}

// The result is always finite: only checking every op finds the infinity.
void FaultTest::infinities_of_any_op_are_found() {
  const testing::HiddenInfinity hidden;
  QCOMPARE(json({"run", hidden.path(), "--stop-at-nan"})["iterations"].toInt(), 5);
  const Ran ran = ngraph({"run", hidden.path(), "--stop-at-nan", "--every-op"});
  QCOMPARE(ran.code, 4);
  QVERIFY2(ran.err.contains("'inside' is not finite in iteration 1\n  where: first in divide "
                            "'inside' ()"),
           qPrintable(ran.err));
  // A non-finite result is reported as without the option.
  QVERIFY(ngraph({"run", planted, "--stop-at-nan", "--every-op"})
              .err.contains("'L' is not finite "
                            "after iteration 14"));
  checkExit({"run", planted, "--every-op"}, 2, {"give both"});
}

void FaultTest::other_values_are_tried() {
  const QJsonObject said = json({"whatif", logistic, "--set", "W[0, 1]=3", "--show", "b"});
  const QJsonObject edit = said["edits"].toArray()[0].toObject();
  QCOMPARE(edit["place"].toString(), QString("W 0, H 1"));
  QCOMPARE(edit["before"].toDouble(), 0.0);
  const QJsonArray changed = said["changed"].toArray();
  QCOMPARE(changed[0].toObject()["op"].toString(), QString("dot_6"));
  QVERIFY(changed[0].toObject()["max_abs"].toDouble() > 1);
  QCOMPARE(said["values"].toArray().size(), 1);
  const QJsonObject later = json({"whatif", logistic, "--set", "alpha=0", "--iteration", "37"});
  QCOMPARE(later["edits"].toArray()[0].toObject()["before"].toDouble(), 1.25);  // 5 / (1 + 3)
  checkExit({"whatif", logistic}, 2, {"nothing is edited"});
  checkExit({"whatif", logistic, "--set", "dot_6[0]=1"}, 3, {"only sources"});
  checkExit({"whatif", logistic, "--set", "W[0, 2]=1"}, 3, {"(W: 2, H: 2)"});
}

void FaultTest::numbers_are_explained() {
  const QJsonObject said =
      json({"explain", logistic, "dot_6[N=5]", "--iteration", "3", "--history"});
  const QJsonObject dot = said["elements"].toArray()[0].toObject();
  QCOMPARE(dot["place"].toString(), QString("N 5"));
  const QJsonObject sum = dot["sums"].toArray()[0].toObject();
  double total = 0;
  for (const QJsonValue& term : sum["terms"].toArray()) {
    const QJsonArray factors = term["sources"].toArray();
    QCOMPARE(factors.size(), 2);
    const double product =
        factors[0].toObject()["value"].toDouble() * factors[1].toObject()["value"].toDouble();
    QCOMPARE(product, term["value"].toDouble());
    total += product;
  }
  QCOMPARE(sum["count"].toInt(), 4);
  QVERIFY(std::abs(total - sum["value"].toDouble()) < 1e-12);
  QVERIFY(std::abs(total - dot["value"].toDouble()) < 1e-5);
  const QJsonArray history = dot["history"].toArray();
  QCOMPARE(history.size(), 3);
  QCOMPARE(history[0].toObject()["value"].toDouble(), 0.0);  // W is initialized with zeros
  QCOMPARE(history[2].toObject()["value"], dot["value"]);
  const Ran back = ngraph({"explain", logistic, "W[0, 1]", "--depth", "3"});
  QVERIFY2(back.out.contains("before the call"), qPrintable(back.out));
  checkExit({"explain", logistic, "dot_6"}, 3, {"no brackets"});
  checkExit({"explain", logistic, "dot_6[128]"}, 3, {"(N: 128)"});
}

void FaultTest::health_needs_whole_values() {
  for (const QStringList& part : {QStringList{"--parallel", "N=2"}, QStringList{"--stages", "2"},
                                  QStringList{"--micro-batches", "2"}})
    checkExit(QStringList{"run", planted, "--health"} + part, 2, {"leave out " + part[0]});
}

// These commands run one process: its part of a divided program alone would be wrong.
void FaultTest::ranks_are_no_option_of_one_process() {
  for (const char* command : {"tensor", "explain"})
    checkExit({command, planted, "L", "--parallel", "N=2"}, 2, {"no option --parallel"});
  for (const char* command : {"compare", "bisect", "whatif", "profile"})
    checkExit({command, planted, "--stages", "2"}, 2, {"no option --stages"});
}

void FaultTest::health_finds_the_non_finite_op() {
  const QJsonObject health =
      json({"run", planted, "--health", "--epochs", "1"})["health"].toObject();
  QVERIFY(health["summaries"].toInt() >= 10);
  const QJsonArray ops = health["ops"].toArray();
  QCOMPARE(ops[0].toObject()["op"].toString(), QString("unit"));
  QCOMPARE(ops[0].toObject()["elements"].toInt(), 128);
  QVERIFY(ops[0].toObject()["seen"].toInt() >= 1);
  QVERIFY(ops[0].toObject()["iteration"].toInt() >= 1);
}

void FaultTest::bisected() {
  const QJsonObject good = json({"bisect", logistic});
  QVERIFY(good["culprit"].isNull());
  QCOMPARE(good["measure"].toString(), QString("error"));
  QVERIFY(good["trials"].toArray()[0].toObject()["error"].toDouble() < 1e-6);
  const Ran timed = ngraph({"bisect", logistic, "--slower", "1000"});
  QCOMPARE(timed.code, 0);
  QVERIFY2(timed.out.contains("No pass makes a call 1e+03 times as long"), qPrintable(timed.out));
}

void FaultTest::compared() {
  const QJsonArray ops = json({"compare", logistic})["ops"].toArray();
  QVERIFY(ops.size() >= 15);
  for (const QJsonValue& op : ops) {
    QVERIFY(op.toObject()["ulps"].isDouble());
    QVERIFY(op.toObject()["max_abs"].toDouble() < 1e-5);
  }
}

// Between adjacent passes: the pass's own marks; across several passes: the net changes.
void FaultTest::anyTwoGraphsAreCompared() {
  const QJsonObject one =
      json({"passes", logistic, "--from", "as_written", "--to", "stable_patterns"});
  QCOMPARE(one["added"].toArray().size(), 1);
  QCOMPARE(one["removed"].toArray().size(), 1);
  QCOMPARE(one["changed"].toArray().size(), 1);
  QVERIFY(one["diff"].toString().contains("-"));
  const QJsonObject none = json({"passes", logistic, "--from", "fuse", "--to", "fuse"});
  QVERIFY(none["diff"].toString().isEmpty() && none["added"].toArray().isEmpty());
  const QJsonObject all = json({"passes", logistic, "--from", "as_written", "--to", "fuse"});
  QVERIFY(all["added"].toArray().size() > 10);
  checkExit({"passes", logistic, "--from", "fuse", "--to", "liveness"}, 2, {"changes the program"});
}

void FaultTest::passesAreMeasured() {
  const QJsonObject fuse = json({"passes", logistic, "--without", "fuse"});
  QVERIFY(fuse["without"].toObject()["kernels"].toInt() >
          fuse["with"].toObject()["kernels"].toInt());
  QVERIFY(fuse["error"].toDouble() < 1e-6);
  QVERIFY(fuse["with"].toObject()["microseconds"].toDouble() > 0);
  checkExit({"passes", logistic, "--without", "expand_deriv"}, 3, {"cannot be switched off"});
  checkExit({"passes", logistic, "--without", "nothing"}, 3, {"no pass 'nothing'"});
}

// A reproducer is written, built by its own script, and runs without our libraries.
void FaultTest::kernelsAreReproduced() {
  QTemporaryDir folder;
  for (const QString kernel : {"k0", "k3"}) {  // k3 works in place
    const QString at = folder.filePath(kernel);
    QCOMPARE(ngraph({"kernels", logistic, "--reproducer", kernel, "--out", at}).code, 0);
    QProcess process;
    process.setWorkingDirectory(at);
    process.start("/bin/sh", {"-c", "sh build.sh && ./reproduce 4"});
    QVERIFY(process.waitForFinished(testing::patience));
    const QByteArray said = process.readAllStandardOutput() + process.readAllStandardError();
    QVERIFY2(process.exitCode() == 0, said.constData());
    const QJsonObject answer = QJsonDocument::fromJson(said).object();
    QVERIFY2(answer["microseconds"].toDouble() > 0, said.constData());
    QVERIFY2(answer["max_abs"].toDouble() < 1e-5, said.constData());
  }
  checkExit({"kernels", logistic, "--reproducer", "k99", "--out", folder.filePath("x")}, 3,
            {"no generated kernel 'k99'", "k0"});
}

void FaultTest::editedKernelsRunApart() {
  QTemporaryDir folder;
  const QString file = folder.filePath("k0.cpp");
  const QString source = ngraph({"kernels", logistic, "--show", "k0"}).out;
  const auto tried = [&](const QString& text, int code) {
    QFile out(file);
    if (!out.open(QFile::WriteOnly) || out.write(text.toUtf8()) < 0) return QJsonObject();
    out.close();
    return json({"kernels", logistic, "--try", "k0=" + file}, code);
  };
  const QJsonObject same = tried(source, 0);
  QVERIFY(same["ran"].toBool() && same["ulps"].toDouble() <= 4);
  QVERIFY(same["microseconds"].toDouble() > 0 && same["own_microseconds"].toDouble() > 0);
  QString wrong = source;
  wrong.replace("t0 + ng_splat(t1) * t2", "t0 + ng_splat(t1) * t2 + ng_splat(1.0f)");
  const QJsonObject other = tried(wrong, 1);
  QVERIFY(other["ran"].toBool());
  QCOMPARE(other["differing"].toInt(), 128);
  const double own = other["own_microseconds"].toDouble();  // compared below with a slower text
  QString slow = source;
  slow.replace("vf t0 = ", "for (volatile int i = 0; i < 2000; ++i) {}\n  vf t0 = ");
  QVERIFY(own > 0 && own * 2 < tried(slow, 0)["microseconds"].toDouble());
  QCOMPARE(other["max_abs"].toDouble(), 4.0);  // one per step, four steps
  // ULP distance from 0 to 4: the bit pattern of 4, printed with nine digits.
  QVERIFY(std::abs(other["ulps"].toDouble() - double{0x40800000}) < 10);
  QString crash = source;
  crash.replace("vf t0 = ", "*(volatile int*)0 = 1; vf t0 = ");
  const QJsonObject crashed = tried(crash, 1);
  QVERIFY(crashed["built"].toBool() && !crashed["ran"].toBool());
  QCOMPARE(crashed["crash"].toString(), QString("Segmentation fault"));
  QString stray = source;
  stray.replace("vf t0 = ", "((float*)W)[0] += 1; vf t0 = ");
  QCOMPARE(tried(stray, 1)["stray_write"].toString(), QString("wrote to 'W', which it only reads"));
  const QJsonObject broken = tried("this is not C++\n", 1);
  QVERIFY(!broken["built"].toBool());
  QVERIFY2(broken["output"].toString().contains("kernel.cpp:1"),
           qPrintable(broken["output"].toString()));
}

NGRAPH_TEST(FaultTest)
#include "fault_test.moc"
