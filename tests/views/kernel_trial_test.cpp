// SPDX-License-Identifier: Apache-2.0
// Tests trials of edited kernels: all effects of the source stay in a child process and are
// reported.
#include <QFile>
#include <QTemporaryDir>

#include "app/link/session/engine_session.h"
#include "engine/backends/cpu/compiler/jit.h"
#include "engine/records/compilation_record.h"
#include "engine/records/kernel_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/kernels/kernel_editor.h"
#include "views/widgets/reproducer.h"

using namespace ng;
using namespace ng::views;

class KernelTrialTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { session_.reset(); }
  void editsOfAKernelAreKept();
  void aKernelIsExportedAsAProgram();
  void badKernelsHarmNothing_data();
  void badKernelsHarmNothing();

 private:
  void waitForRun() { QTRY_VERIFY(session_->run.status().state != RunState::running); }
  void compiled() {
    QTRY_VERIFY(session_->compilations.compilation() != nullptr);
    QTRY_VERIFY(!session_->compilations.compileProgress().busy &&
                !session_->values.series().empty());
  }
  std::unique_ptr<EngineSession> session_;
};

void KernelTrialTest::init() {
  if (const JitAvailability jit = jit_availability(); !jit.available)
    QSKIP(("no kernel compiler: " + jit.reason).c_str());
  session_ = std::make_unique<EngineSession>();
  session_->compilations.setTransformer("cpu");
  session_->documents.open(testing::sourceFile("sample_graphs/05_logistic_part2.ngraph"));
  compiled();
}

void KernelTrialTest::editsOfAKernelAreKept() {
  Selection selection;
  Jobs jobs;
  Workspace workspace{*session_, selection, jobs};
  KernelEditor editor(workspace);
  editor.setKernel("k0", "void k0() {}");
  editor.setSource("void k0() { /* edited */ }");
  editor.setKernel("k1", "void k1() {}");
  QCOMPARE(editor.source(), QString("void k1() {}"));
  editor.setKernel("k0", "void k0() {}");
  QCOMPARE(editor.source(), QString("void k0() { /* edited */ }"));
  editor.setKernel("k0", "void k0(int) {}");  // compiled again, otherwise
  QCOMPARE(editor.source(), QString("void k0(int) {}"));
  editor.setKernel("k0", "void k0() {}");
  editor.revert();
  editor.setKernel("k1", "void k1() {}");
  editor.setKernel("k0", "void k0() {}");
  QCOMPARE(editor.source(), QString("void k0() {}"));
}

void KernelTrialTest::aKernelIsExportedAsAProgram() {
  QTemporaryDir folder;
  const QString place = folder.filePath("k1_reproducer");
  const KernelRecord* kernel = session_->compilations.compilation()->kernel("k1");
  QVERIFY(kernel && whyNoReproducer(session_->queries, kernel).isEmpty());
  session_->queries.writeReproducer("k1", place);
  QVERIFY(!whyNoReproducer(session_->queries, kernel).isEmpty());  // one trial at a time
  QTRY_VERIFY(!session_->queries.querying());
  for (const char* file : {"/kernel.cpp", "/main.cpp", "/build.sh"})
    QVERIFY2(QFile::exists(place + file), file);
  const Diagnostic message = session_->messages.messages().back();
  QCOMPARE(QString::fromStdString(message.where), place);
  QCOMPARE(reproducerFolder(session_->messages, "k1"), place);
  QVERIFY(reproducerFolder(session_->messages, "k0").isEmpty());
  QVERIFY(message.severity == Severity::note && message.what.starts_with("The reproducer of k1"));
}

// Each ends in the child process within its limits; the session and its run are unchanged.
void KernelTrialTest::badKernelsHarmNothing_data() {
  QTest::addColumn<QString>("edit");
  QTest::addColumn<QString>("verdict");
  QTest::addRow("crash") << "*(volatile int*)16 = 1;"
                         << "Segmentation fault";
  QTest::addRow("abort") << "__builtin_trap();"
                         << "Illegal instruction";
  QTest::addRow("stray write to an input") << "((float*)W)[0] += 1;"
                                           << "wrote to 'W'";
  QTest::addRow("stray write behind") << "((volatile float*)W)[4] = 1;"
                                      << "past the end of 'W'";
  QTest::addRow("stray write before") << "((volatile float*)W)[-1] = 1;"
                                      << "before the start of 'W'";
  QTest::addRow("too much memory") << "for (;;) *(volatile char*)__builtin_malloc(1 << 28) = 1;"
                                   << "Segmentation fault";
  QTest::addRow("endless loop") << "for (volatile int i = 0;;) ++i;"
                                << "timed out";
}

void KernelTrialTest::badKernelsHarmNothing() {
  QFETCH(QString, edit);
  QFETCH(QString, verdict);
  session_->run.stepIteration();
  waitForRun();
  const std::vector<double> before = session_->values.series()[0].y;
  QString source =
      QString::fromStdString(session_->compilations.compilation()->kernel("k0")->source.text);
  source.insert(source.indexOf('{') + 1, " " + edit);
  session_->queries.tryKernel("k0", source);
  QTRY_VERIFY(!session_->queries.querying());
  const std::optional<KernelTrialRecord> trial = session_->queries.kernelTrial();
  QVERIFY(trial);
  QVERIFY2(trial->built, trial->output.c_str());
  const QString message =
      trial->timed_out ? "timed out" : QString::fromStdString(trial->crash + trial->stray_write);
  QVERIFY2(message.contains(verdict), qPrintable(message));
  QCOMPARE(trial->ran, !trial->stray_write.empty());
  session_->run.stepIteration();
  waitForRun();
  QCOMPARE(session_->run.status().lastIteration, 2);
  QCOMPARE(session_->values.series()[0].y.front(), before.front());
}

NGRAPH_VIEW_TEST(KernelTrialTest)
#include "kernel_trial_test.moc"
