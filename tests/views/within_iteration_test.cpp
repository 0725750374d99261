// SPDX-License-Identifier: Apache-2.0
// Tests a run paused within an iteration: earlier iterations are shown and left again, and whatever
// happens to breakpoints, stepping, continuing and stepping back end at the right place.
#include <QMainWindow>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/link/engine_session.h"
#include "app/window/commands/actions.h"
#include "app/window/tool_bar.h"
#include "tests/support/view_main.h"
#include "views/core/moment_text.h"
#include "views/run/run_text.h"

using namespace ng;
using namespace ng::views;

class WithinIterationTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void resultsAreNotAheadOfTheSteps();
  void keptIterationsAreShown();
  void inspectionDoesNotChangeTheRun();
  void steppingWithinAKernelShowsKeptIterationsToo();
  void theSliderShowsThePosition();
  void checkpointsContainCompleteIterations();
  void aBreakpointIsRemovedWhileTheRunIsHalted_data();
  void aBreakpointIsRemovedWhileTheRunIsHalted();
  void breakpointsChangeWhileItRuns();
  void aLateRequestDoesNotBlock();

 private:
  void open(const char* sample);
  void waitForRun();
  void stepInto(int iterations);  // and one kernel further
  void haltAtLast();              // breakpoint at the op of the last step, and run to it
  OpKey op(const std::string& name) const;
  Tensor value(const char* name) const;
  double averageLoss() const;

  std::unique_ptr<EngineSession> session_;
};

void WithinIterationTest::init() {
  session_ = std::make_unique<EngineSession>();
  session_->setTransformer("cpu");
}

void WithinIterationTest::cleanup() {
  session_.reset();
}

void WithinIterationTest::open(const char* name) {
  session_->open(QString(NGRAPH_SOURCE_DIR) + "/sample_graphs/" + name);
  QTRY_VERIFY(session_->compilation() != nullptr);
  QTRY_VERIFY(!session_->compileProgress().busy && !session_->series().empty());
}

void WithinIterationTest::waitForRun() {
  QTRY_VERIFY(session_->runState() != RunState::running);
}

OpKey WithinIterationTest::op(const std::string& name) const {
  for (const OpRecord& each : session_->document()->graph->ops)
    if (each.name == name) return each.id;
  return 0;
}

Tensor WithinIterationTest::value(const char* name) const {
  const auto found = session_->value(op(name));
  return found ? found->value : Tensor();
}

void WithinIterationTest::stepInto(int iterations) {
  for (int i = 0; i < iterations; ++i) {
    session_->stepIteration();
    waitForRun();
  }
  session_->stepKernel();
  QTRY_COMPARE(session_->step(), 1);
}

double WithinIterationTest::averageLoss() const {
  for (const SeriesRecord& each : session_->series())
    if (each.x_title == "epoch" && !each.y.empty()) return each.y.back();
  return 0;
}

// The update returns W: before the assignment W has its old value.
void WithinIterationTest::resultsAreNotAheadOfTheSteps() {
  open("05_logistic_part2.ngraph");
  session_->watch(op("W"));
  session_->stepKernel();
  QTRY_COMPARE(session_->step(), 1);
  QTRY_VERIFY(session_->value(op("W")) && !session_->results().empty());
  const std::vector<TensorRecord> results = session_->results();
  const auto w = std::find_if(results.begin(), results.end(),
                              [](const TensorRecord& each) { return each.name == "W"; });
  QVERIFY(w != results.end());
  QVERIFY(w->value == value("W"));
  QCOMPARE(w->value.at(0), 0.0);
}

void WithinIterationTest::keptIterationsAreShown() {
  open("05_logistic_part2.ngraph");
  for (const char* name : {"W", "L", "Y_hat"}) session_->watch(op(name));
  std::vector<Tensor> weights, losses;
  for (int i = 0; i < 3; ++i) {
    session_->stepIteration();
    waitForRun();
    QTRY_COMPARE(session_->value(op("L"))->iteration, i + 1);
    weights.push_back(value("W"));
    losses.push_back(value("L"));
  }
  const Tensor hidden = value("Y_hat");
  const auto steps = std::ssize(session_->compilation()->steps);
  while (session_->step() + 1 < steps) {
    const int before = session_->step();
    session_->stepKernel();
    QTRY_COMPARE(session_->step(), before + 1);
  }
  QVERIFY(session_->within() && !session_->looksBack());
  QTRY_COMPARE(session_->value(op("W"))->iteration, 4);
  QTRY_COMPARE(session_->value(op("Y_hat"))->iteration, 4);
  const Tensor weightNow = value("W"), hiddenNow = value("Y_hat");
  QVERIFY(hiddenNow != hidden);
  QCOMPARE(momentText(*session_, 4), QString("it 4, in progress"));
  QVERIFY2(runLine(*session_).contains("within iteration 4/100"), qPrintable(runLine(*session_)));
  for (const int shown : {1, 3, 2}) {
    session_->showIteration(shown);
    QCOMPARE(session_->iteration(), shown);
    QVERIFY(session_->looksBack());
    QTRY_COMPARE(session_->value(op("L"))->iteration, shown);
    QVERIFY(value("W") == weights[static_cast<std::size_t>(shown - 1)]);
    QVERIFY(value("L") == losses[static_cast<std::size_t>(shown - 1)]);
    QCOMPARE(session_->results().front().iteration, shown);
    QCOMPARE(momentText(*session_, shown), QString("it %1, kept").arg(shown));
    if (shown == 3) QVERIFY(value("Y_hat") == hidden);
  }
  QCOMPARE(session_->step(), static_cast<int>(steps) - 1);
  session_->explain({op("Y_hat"), 5});
  QTRY_VERIFY(session_->elementOrigin() && !session_->explaining());
  QCOMPARE(session_->elementOrigin()->iteration, 2);
  QVERIFY2(runLine(*session_).contains("iteration 2/100, kept"), qPrintable(runLine(*session_)));
  session_->showIteration(0);
  QTRY_COMPARE(session_->value(op("W"))->iteration, 0);
  QCOMPARE(value("W").at(0), 0.0);
  session_->showIteration(4);
  QVERIFY(!session_->looksBack());
  QTRY_COMPARE(session_->value(op("W"))->iteration, 4);
  QVERIFY(value("W") == weightNow && value("Y_hat") == hiddenNow);
  session_->explain({op("Y_hat"), 5});
  QTRY_VERIFY(session_->elementOrigin() && session_->elementOrigin()->iteration == 4);
}

// Bit-identical wherever it was inspected: state and fed values are unchanged.
void WithinIterationTest::inspectionDoesNotChangeTheRun() {
  open("05_logistic_part2.ngraph");
  session_->run();
  waitForRun();
  const std::vector<double> whole = session_->series()[0].y;
  const double average = averageLoss();
  session_->reset();
  QTRY_COMPARE(session_->lastIteration(), 0);
  const auto steps = static_cast<int>(session_->compilation()->steps.size());
  for (int step = 1; step < steps; ++step) {
    session_->stepIteration();
    waitForRun();
    for (int done = 0; done < step; ++done) session_->stepKernel();
    QTRY_COMPARE(session_->step(), step);
    session_->showIteration(step / 2);
    QTRY_VERIFY(session_->looksBack());
    QTest::qWait(5);  // some requests are processed, some superseded
  }
  session_->run();
  waitForRun();
  QCOMPARE(session_->runState(), RunState::finished);
  QCOMPARE(session_->series()[0].y, whole);
  QCOMPARE(averageLoss(), average);
}

void WithinIterationTest::steppingWithinAKernelShowsKeptIterationsToo() {
  open("05_logistic_part2.ngraph");
  session_->watch(op("W"));
  session_->stepIteration();
  waitForRun();
  QSignalSpy halted(session_.get(), &Session::halted);
  while (halted.empty()) {
    session_->stepOp();
    QTest::qWait(20);
  }
  const StopRecord stop = *session_->stopped();
  session_->watch(stop.op);
  QTRY_COMPARE(session_->value(stop.op)->iteration, 2);
  const Tensor now = session_->value(stop.op)->value;
  session_->showIteration(1);
  QTRY_COMPARE(session_->value(op("W"))->iteration, 1);
  QTRY_VERIFY(session_->value(stop.op) && session_->value(stop.op)->iteration == 1);
  session_->stepBack();  // from one kept iteration to another
  QTRY_COMPARE(session_->iteration(), 0);
  session_->showIteration(2);
  QTRY_VERIFY(session_->value(stop.op) && session_->value(stop.op)->iteration == 2);
  QVERIFY(session_->value(stop.op)->value == now);
}

void WithinIterationTest::theSliderShowsThePosition() {
  open("05_logistic_part2.ngraph");
  Selection selection;
  Jobs jobs;
  Workspace workspace{*session_, selection, jobs};
  QMainWindow window;
  Actions actions(&window);
  for (const char* id : {"file.home", "view.back", "view.forward", "edit.go", "view.dark"})
    actions.add(id, id, "search", {}, [] {});
  actions.addRunActions(*session_, [this] { session_->stop(); });
  ToolBar bar(workspace, actions, nullptr);
  bar.resize(1600, bar.height());
  bar.show();
  stepInto(3);
  QVERIFY(bar.slider()->isEnabled());
  QCOMPARE(bar.slider()->value(), 4);
  QCOMPARE(bar.iterationText(), QString("within it 4/100"));
  QVERIFY(!bar.now()->isVisible());
  bar.slider()->setValue(2);
  QCOMPARE(bar.iterationText(), QString("it 2/100"));
  QTRY_VERIFY(bar.now()->isVisible());
  bar.slider()->setValue(70);  // no iteration is kept there
  QCOMPARE(bar.slider()->value(), 4);
  bar.slider()->setValue(1);
  bar.now()->click();
  QCOMPARE(bar.slider()->value(), 4);
  QTRY_COMPARE(bar.iterationText(), QString("within it 4/100"));
}

void WithinIterationTest::checkpointsContainCompleteIterations() {
  open("05_logistic_part2.ngraph");
  session_->watch(op("W"));
  session_->stepIteration();
  waitForRun();
  QTRY_VERIFY(session_->value(op("W")) && session_->value(op("W"))->iteration == 1);
  const Tensor one = value("W");
  const auto steps = static_cast<int>(session_->compilation()->steps.size());
  for (int step = 1; step < steps; ++step) session_->stepKernel();
  QTRY_COMPARE(session_->step(), steps - 1);
  QTemporaryDir folder;
  const QString path = folder.filePath("one.ckpt");
  session_->save(path);
  QTRY_VERIFY(QFileInfo::exists(path));
  session_->restore(path);
  QTRY_VERIFY(!session_->within());
  QTRY_COMPARE(session_->iteration(), 1);
  QTRY_VERIFY(value("W") == one);
}

void WithinIterationTest::haltAtLast() {
  const StepRecord& last = session_->compilation()->steps.back();
  session_->setBreakpoint({last.ops.back(), {}});
  session_->run();
  waitForRun();
  QTRY_VERIFY(session_->stopped());
  QCOMPARE(session_->step(), static_cast<int>(session_->compilation()->steps.size()));
}

// What happens to the breakpoint: at the last step, nothing of the iteration remains to run.
void WithinIterationTest::aBreakpointIsRemovedWhileTheRunIsHalted_data() {
  QTest::addColumn<bool>("removed");
  QTest::addColumn<QString>("then");
  for (const bool removed : {true, false})
    for (const char* then : {"op", "kernel", "iteration", "run", "back", "stop"})
      QTest::addRow("%s, then %s", removed ? "removed" : "never holds", then) << removed << then;
}

void WithinIterationTest::aBreakpointIsRemovedWhileTheRunIsHalted() {
  QFETCH(bool, removed);
  QFETCH(QString, then);
  open("05_logistic_part2.ngraph");
  haltAtLast();
  const OpKey at = session_->stopped()->op;
  const int steps = session_->step();
  if (removed)
    session_->removeBreakpoint(at);
  else
    session_->setBreakpoint({at, "max > 1e9"});
  if (then == "op" || then == "kernel" || then == "iteration") {
    if (then == "op") session_->stepOp();
    if (then == "kernel") session_->stepKernel();
    if (then == "iteration") session_->stepIteration();
    QTRY_COMPARE(session_->lastIteration(), 1);
    QTRY_COMPARE(session_->step(), 0);
    QTRY_COMPARE(session_->runState(), RunState::paused);
  } else if (then == "back") {
    session_->stepBack();
    QTRY_COMPARE(session_->step(), steps - 1);
  } else if (then == "stop") {
    session_->stop();
    QTRY_COMPARE(session_->runState(), RunState::cancelled);
  }
  session_->run();
  waitForRun();
  QTRY_COMPARE(session_->runState(), RunState::finished);
  QVERIFY(std::abs(averageLoss() - 0.4312) < 5e-5);
}

void WithinIterationTest::breakpointsChangeWhileItRuns() {
  open("05_logistic_part2.ngraph");
  session_->setPace(200);
  session_->run();
  for (int i = 0; i < 20; ++i) {
    session_->setBreakpoint({op("L"), "x < 0"});
    QTest::qWait(3);
    session_->removeBreakpoint(op("L"));
  }
  session_->setBreakpoint({op("L"), {}});
  waitForRun();
  QTRY_VERIFY(session_->stopped());
  QCOMPARE(session_->runState(), RunState::paused);
  session_->removeBreakpoint(op("L"));
  session_->setPace(0);
  session_->run();
  waitForRun();
  QTRY_COMPARE(session_->runState(), RunState::finished);
  QVERIFY(std::abs(averageLoss() - 0.4312) < 5e-5);
}

// A late stop or pause, when nothing runs any more, must not block the next step.
void WithinIterationTest::aLateRequestDoesNotBlock() {
  open("05_logistic_part2.ngraph");
  session_->stepIteration();
  waitForRun();
  session_->cancel();
  session_->stepKernel();
  QTRY_COMPARE(session_->step(), 1);
  session_->stepBack();
  QTRY_COMPARE(session_->step(), 0);
  session_->pause();
  session_->stepOp();
  QTRY_VERIFY(session_->within());
}

NGRAPH_VIEW_TEST(WithinIterationTest)
#include "within_iteration_test.moc"
