// SPDX-License-Identifier: Apache-2.0
// A kept kernel that comes to no end on later data: Stop, Esc and a time guard end its call, the
// run stands after the last whole iteration, and goes on from there when the edit is dropped.
#include <QFile>
#include <QTemporaryDir>

#include "app/workbench/engine_session.h"
#include "app/workbench/message_strip.h"
#include "engine/backends/cpu/jit.h"
#include "tests/support/view_main.h"
#include "views/tensors/tensors_view.h"
#include "views/widgets/reproducer.h"

using namespace ng;
using namespace ng::views;

class KeptKernelTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup() { session_.reset(); }
  void aKernelIsTakenOutAsAProgram();
  void valuesInsideSayThatTheyAreUnedited();
  void anEndlessKernelIsLeft_data();
  void anEndlessKernelIsLeft();

 private:
  void waitForRun() { QTRY_VERIFY(session_->runState() != RunState::running); }
  void compiled() {
    QTRY_VERIFY(session_->compilation() != nullptr);
    QTRY_VERIFY(!session_->compileProgress().busy && !session_->series().empty());
  }
  std::unique_ptr<EngineSession> session_;
};

void KeptKernelTest::init() {
  if (const JitAvailability jit = jit_availability(); !jit.available)
    QSKIP(("nothing compiles kernels here: " + jit.reason).c_str());
  session_ = std::make_unique<EngineSession>();
  session_->setTransformer("cpu");
  session_->open(QString(NGRAPH_SOURCE_DIR) + "/sample_graphs/05_logistic_part2.ngraph");
  compiled();
}

void KeptKernelTest::aKernelIsTakenOutAsAProgram() {
  QTemporaryDir folder;
  const QString place = folder.filePath("k1_reproducer");
  const KernelRecord* kernel = session_->compilation()->kernel("k1");
  QVERIFY(kernel && whyNoReproducer(*session_, kernel).isEmpty());
  session_->writeReproducer("k1", place);
  QVERIFY(!whyNoReproducer(*session_, kernel).isEmpty());  // one at a time
  QTRY_VERIFY_WITH_TIMEOUT(!session_->inquiring(), 60'000);
  for (const char* file : {"/kernel.cpp", "/main.cpp", "/build.sh"})
    QVERIFY2(QFile::exists(place + file), file);
  const Diagnostic told = session_->messages().back();
  QCOMPARE(QString::fromStdString(told.where), place);
  QCOMPARE(reproducerFolder(*session_, "k1"), place);
  QVERIFY(reproducerFolder(*session_, "k0").isEmpty());
  QVERIFY(told.severity == Severity::note && told.what.starts_with("The reproducer of k1"));
}

void KeptKernelTest::valuesInsideSayThatTheyAreUnedited() {
  Selection selection;
  Jobs jobs;
  Workspace workspace{*session_, selection, jobs};
  TensorsView tensors(workspace);
  tensors.resize(420, 300);
  tensors.show();
  const auto op = [this](const char* name) -> OpKey {
    for (const OpRecord& each : session_->document()->graph->ops)
      if (each.name == name) return each.id;
    return 0;
  };
  const OpKey within = op("Y_hat"), w = op("W"), x = op("X"), loss = op("L");
  QVERIFY(within && w && x && loss);
  const OpKey sum = session_->document()->graph->find(within)->operands.at(0).op;
  const KernelRecord* around = session_->compilation()->kernel_of(sum);
  QVERIFY(around);  // what Y_hat reads stays inside of it
  const std::string kernel = around->name;
  QVERIFY(session_->uneditedFor(within).isEmpty());
  const std::string own = session_->compilation()->kernel(kernel)->source.text;
  const QString text = QString::fromStdString(own + "\n// mine\n");
  session_->tryKernel(QString::fromStdString(kernel), text);
  QTRY_VERIFY_WITH_TIMEOUT(!session_->inquiring(), 60'000);
  session_->keepKernel(QString::fromStdString(kernel), text);
  compiled();
  QTRY_COMPARE(session_->keptKernels().size(), std::size_t(1));
  session_->stepIteration();
  QTRY_COMPARE(session_->lastIteration(), 1);
  for (const OpKey each : {sum, within})
    QCOMPARE(session_->uneditedFor(each), QString::fromStdString(kernel));
  QVERIFY(session_->uneditedFor(w).isEmpty() && session_->uneditedFor(x).isEmpty());
  QVERIFY(session_->uneditedFor(loss).isEmpty());  // returned: the edited kernel's own
  selection.selectTensor(within);
  QTRY_COMPARE(tensors.current(), within);
  QTRY_VERIFY(tensors.showsValue() && !tensors.unedited().isEmpty());
  QVERIFY2(tensors.unedited().startsWith("Without your edit of " + QString::fromStdString(kernel)),
           qPrintable(tensors.unedited()));
  selection.selectTensor(w);
  QTRY_VERIFY(tensors.showsValue() && tensors.unedited().isEmpty());
}

void KeptKernelTest::anEndlessKernelIsLeft_data() {
  QTest::addColumn<QString>("how");
  for (const char* how : {"stop", "cancel", "time", "step"}) QTest::addRow("%s", how) << how;
}

void KeptKernelTest::anEndlessKernelIsLeft() {
  QFETCH(QString, how);
  session_->run();
  waitForRun();
  const std::vector<double> whole = session_->series()[0].y;
  session_->reset();
  QTRY_COMPARE(session_->lastIteration(), 0);

  // W[1] passes 3 after some iterations: the trial, on the first, knows nothing of it.
  const std::string own = session_->compilation()->kernel("k0")->source.text;
  std::string text = own;
  text.insert(text.find('{') + 1, " while (((volatile const float*)W)[1] > 3.0f) {}");
  session_->tryKernel("k0", QString::fromStdString(text));
  QTRY_VERIFY_WITH_TIMEOUT(!session_->inquiring(), 60'000);
  QVERIFY(session_->kernelTrial() && session_->kernelTrial()->ran);
  session_->keepKernel("k0", QString::fromStdString(text));
  compiled();
  Selection selection;
  Jobs jobs;
  Workspace workspace{*session_, selection, jobs};
  MessageStrip strip(workspace);
  OpKey w = 0;
  for (const OpRecord& op : session_->document()->graph->ops)
    if (op.name == "W") w = op.id;
  session_->watch(w);

  session_->run();
  if (how == "step") {
    QTest::qWait(300);
    session_->stop();
    waitForRun();
    session_->stepKernel();  // k0 is the first
  }
  if (how != "step") QTest::qWait(300);
  QVERIFY(how == "step" || session_->runState() == RunState::running);
  if (how == "cancel") session_->cancel();
  if (how == "stop" || how == "step") session_->stop();
  QTRY_VERIFY_WITH_TIMEOUT(session_->runState() != RunState::running, 30'000);
  QTRY_VERIFY2(strip.text().startsWith("the edited kernel k0 did not come to an end"),
               qPrintable(strip.text()));
  QVERIFY2(strip.text().contains("Drop the edit"), qPrintable(strip.text()));
  if (how != "step")
    QCOMPARE(session_->runState(), how == "time" ? RunState::paused : RunState::cancelled);
  const std::int64_t done = session_->lastIteration();
  QVERIFY(done > 0 && done < 100);
  QCOMPARE(session_->step(), 0);
  QTRY_COMPARE(session_->value(w)->iteration, done);
  QVERIFY(session_->value(w)->value.at(1) > 3);  // as the last whole iteration left it

  session_->keepKernel("k0", {});
  compiled();
  QTRY_COMPARE(session_->lastIteration(), done);
  QTRY_VERIFY(session_->runState() == RunState::paused);
  session_->run();
  waitForRun();
  QCOMPARE(session_->runState(), RunState::finished);
  QCOMPARE(session_->series()[0].y, whole);
}

NGRAPH_VIEW_TEST(KeptKernelTest)
#include "kept_kernel_test.moc"
