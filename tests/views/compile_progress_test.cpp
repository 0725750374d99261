// SPDX-License-Identifier: Apache-2.0
// Tests what the status bar shows during a long compilation: counts and an estimate of time left.
#include "app/window/compile_estimate.h"
#include "app/window/status_line.h"
#include "engine/ngraph.h"
#include "engine/session/compile_options.h"
#include "tests/support/sample_session.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class CompileProgressTest : public QObject {
  Q_OBJECT

 private slots:
  void theEngineCountsKernels();
  void theStatusLineCounts();
  void theTimeLeftIsThatOfThePhase();
  void shortCompilationsHaveNoEstimate();
};

void CompileProgressTest::theEngineCountsKernels() {
  const TransformerPtr transformer = make_transformer();
  std::vector<std::string> stages;
  transformer->options().progress = [&](const std::string& stage, double) {
    stages.push_back(stage);
    return true;
  };
  const Axis a = make_axis(64, "A");
  const Op x = placeholder({a});
  transformer->computation(sum(exp(x)), x);
  QVERIFY(std::find(stages.begin(), stages.end(), "fuse") != stages.end());
  QVERIFY2(QString::fromStdString(stages.back()).contains(" kernel"), stages.back().c_str());
  QVERIFY(QString::fromStdString(stages.back()).contains(QRegularExpression("[0-9]")));
}

void CompileProgressTest::theStatusLineCounts() {
  SampleSession sample;
  Selection selection;
  Jobs jobs;
  Workspace workspace{sample, selection, jobs};
  StatusLine line(workspace, nullptr);
  line.show();
  sample.documents.open("sample.ngraph");
  jobs.begin("compile", [] {});
  sample.setProgress({true, "fuse", 0.3});
  QTRY_VERIFY2(line.job().startsWith("fuse, "), qPrintable(line.job()));
  QVERIFY(line.job().contains(" ops"));
  sample.setProgress({true, "compiling 240 kernels", 0.7});
  QTRY_VERIFY(line.job().startsWith("compiling 240 kernels"));
  QTest::qWait(2100);
  sample.setProgress({true, "compiling kernels: 60 of 240", 0.775});
  QTRY_VERIFY2(line.job().contains("60 of 240"), qPrintable(line.job()));
  QVERIFY2(line.job().contains("s left"), qPrintable(line.job()));
}

void CompileProgressTest::theTimeLeftIsThatOfThePhase() {
  CompileEstimate estimate;
  estimate.note({true, "compiling", {}}, 0);
  estimate.note({true, "fuse", 0.35}, 7);
  QCOMPARE(timeLeftText(estimate.secondsLeft(7)), QString("about 13 s left"));
  QCOMPARE(timeLeftText(estimate.secondsLeft(10)), QString("about 10 s left"));
  estimate.note({true, "compiling 100 kernels", 0.7}, 20);
  QVERIFY(timeLeftText(estimate.secondsLeft(20)).isEmpty());  // nothing is compiled yet
  estimate.note({true, "compiling kernels: 10 of 100", 0.73}, 52);
  QCOMPARE(timeLeftText(estimate.secondsLeft(52)), QString("about 5 min left"));
  estimate.note({true, "compiling kernels: 90 of 100", 0.97}, 290);
  QCOMPARE(timeLeftText(estimate.secondsLeft(290)), QString("about 30 s left"));
  QCOMPARE(timeLeftText(estimate.secondsLeft(400)), QString("less than 1 s left"));
  estimate.note({true, "fuse", 0.1}, 1);  // the next compilation
  QVERIFY(!estimate.secondsLeft(1));
}

void CompileProgressTest::shortCompilationsHaveNoEstimate() {
  CompileEstimate estimate;
  estimate.note({true, "fuse", 0.5}, 0.5);
  QVERIFY(!estimate.secondsLeft(0.5));
}

NGRAPH_VIEW_TEST(CompileProgressTest)
#include "compile_progress_test.moc"
