// SPDX-License-Identifier: Apache-2.0
// Tests a run paused within an iteration: earlier iterations are shown and left again, and whatever
// happens to breakpoints, stepping, continuing and stepping back end at the right place.
#include <QMainWindow>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/link/kept_iterations.h"
#include "app/link/session/engine_session.h"
#include "app/window/commands/actions.h"
#include "app/window/layouts.h"
#include "app/window/tool_bar.h"
#include "engine/records/buffer_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/core/moment_text.h"
#include "views/widgets/run_text.h"

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
  void aCaptureDoesNotChangeTheRun();
  void steppingWithinAKernelShowsKeptIterationsToo();
  void shownValuesAreOfTheShownIteration();
  void theSliderShowsThePosition();
  void checkpointsContainCompleteIterations();
  void aBreakpointIsRemovedWhileTheRunIsStopped_data();
  void aBreakpointIsRemovedWhileTheRunIsStopped();
  void breakpointsAtRemovedOpsStopWhereTheyAreUsed();
  void breakpointsChangeWhileItRuns();
  void aLateRequestDoesNotBlock();
  void aStateThatIsNotKeptIsRefused();

 private:
  void open(const char* sample);
  void waitForRun();
  void stepInto(int iterations);  // and one kernel further
  void stopAtLast();              // breakpoint at the op of the last step, and run to it
  OpId op(const std::string& name) const;
  Tensor value(const char* name) const;
  double averageLoss() const;

  std::unique_ptr<EngineSession> session_;
};

void WithinIterationTest::init() {
  session_ = std::make_unique<EngineSession>();
  session_->compilations.setTransformer(testedTransformer());
}

void WithinIterationTest::cleanup() {
  session_.reset();
}

void WithinIterationTest::open(const char* name) {
  session_->documents.open(testing::sourceFile("sample_graphs/") + name);
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
}

void WithinIterationTest::waitForRun() {
  QTRY_VERIFY(session_->run.status().state != RunState::running);
}

OpId WithinIterationTest::op(const std::string& name) const {
  for (const OpRecord& each : session_->documents.document()->graph->ops)
    if (each.name == name) return each.id;
  return 0;
}

Tensor WithinIterationTest::value(const char* name) const {
  const auto found = session_->values.value(op(name));
  return found ? found->value : Tensor();
}

void WithinIterationTest::stepInto(int iterations) {
  for (int i = 0; i < iterations; ++i) {
    session_->run.stepIteration();
    waitForRun();
  }
  session_->run.stepKernel();
  QTRY_COMPARE(session_->run.status().step, 1);
}

double WithinIterationTest::averageLoss() const {
  for (const SeriesRecord& each : session_->values.series())
    if (each.unit == SeriesUnit::epoch && !each.y.empty()) return each.y.back();
  return 0;
}

// The update returns W: before the assignment W has its old value.
void WithinIterationTest::resultsAreNotAheadOfTheSteps() {
  open("05_logistic_part2.ngraph");
  session_->values.watch(op("W"));
  session_->run.stepKernel();
  QTRY_COMPARE(session_->run.status().step, 1);
  QTRY_VERIFY(session_->values.value(op("W")) && !session_->values.results().empty());
  const std::vector<TensorRecord> results = session_->values.results();
  const auto w = std::find_if(results.begin(), results.end(),
                              [](const TensorRecord& each) { return each.name == "W"; });
  QVERIFY(w != results.end());
  QVERIFY(w->value == value("W"));
  QCOMPARE(w->value.at(0), 0.0);
}

void WithinIterationTest::keptIterationsAreShown() {
  open("05_logistic_part2.ngraph");
  for (const char* name : {"W", "L", "Y_hat"}) session_->values.watch(op(name));
  std::vector<Tensor> weights, losses;
  for (int i = 0; i < 3; ++i) {
    session_->run.stepIteration();
    waitForRun();
    QTRY_COMPARE(session_->values.value(op("L"))->iteration, i + 1);
    weights.push_back(value("W"));
    losses.push_back(value("L"));
  }
  const Tensor hidden = value("Y_hat");
  const auto steps = std::ssize(session_->compilations.compilation()->steps);
  while (session_->run.status().step + 1 < steps) {
    const int before = session_->run.status().step;
    session_->run.stepKernel();
    QTRY_COMPARE(session_->run.status().step, before + 1);
  }
  QVERIFY(session_->run.status().within && !session_->run.status().looksBack);
  QTRY_COMPARE(session_->values.value(op("W"))->iteration, 4);
  QTRY_COMPARE(session_->values.value(op("Y_hat"))->iteration, 4);
  const Tensor weightNow = value("W"), hiddenNow = value("Y_hat");
  QVERIFY(hiddenNow != hidden);
  QCOMPARE(momentText(session_->run.status(), 4), QString("iteration 4, in progress"));
  QVERIFY2(runLine(*session_).contains("paused in iteration 4/100"),
           qPrintable(runLine(*session_)));
  for (const int shown : {1, 3, 2}) {
    session_->run.showIteration(shown);
    QCOMPARE(session_->run.status().iteration, shown);
    QVERIFY(session_->run.status().looksBack);
    QTRY_COMPARE(session_->values.value(op("L"))->iteration, shown);
    QVERIFY(value("W") == weights[static_cast<std::size_t>(shown - 1)]);
    QVERIFY(value("L") == losses[static_cast<std::size_t>(shown - 1)]);
    QCOMPARE(session_->values.results().front().iteration, shown);
    QCOMPARE(momentText(session_->run.status(), shown),
             QString("snapshot of iteration %1").arg(shown));
    if (shown == 3) QVERIFY(value("Y_hat") == hidden);
  }
  QCOMPARE(session_->run.status().step, static_cast<int>(steps) - 1);
  session_->queries.explain({op("Y_hat"), 5});
  QTRY_VERIFY(session_->queries.elementOrigin() && !session_->queries.explaining());
  QCOMPARE(session_->queries.elementOrigin()->iteration, 2);
  QVERIFY2(runLine(*session_).contains("iteration 2/100, snapshot"),
           qPrintable(runLine(*session_)));
  session_->run.showIteration(0);
  QTRY_COMPARE(session_->values.value(op("W"))->iteration, 0);
  QCOMPARE(value("W").at(0), 0.0);
  session_->run.showIteration(4);
  QVERIFY(!session_->run.status().looksBack);
  QTRY_COMPARE(session_->values.value(op("W"))->iteration, 4);
  QVERIFY(value("W") == weightNow && value("Y_hat") == hiddenNow);
  session_->queries.explain({op("Y_hat"), 5});
  QTRY_VERIFY(session_->queries.elementOrigin() &&
              session_->queries.elementOrigin()->iteration == 4);
}

// Bit-identical wherever it was inspected: state and fed values are unchanged.
void WithinIterationTest::inspectionDoesNotChangeTheRun() {
  open("05_logistic_part2.ngraph");
  session_->run.run();
  waitForRun();
  const std::vector<double> whole = session_->values.series()[0].y;
  const double average = averageLoss();
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  const auto steps = static_cast<int>(session_->compilations.compilation()->steps.size());
  for (int step = 1; step < steps; ++step) {
    session_->run.stepIteration();
    waitForRun();
    for (int done = 0; done < step; ++done) session_->run.stepKernel();
    QTRY_COMPARE(session_->run.status().step, step);
    session_->run.showIteration(step / 2);
    QTRY_VERIFY(session_->run.status().looksBack);
    testing::settle(5);  // some requests are processed, some superseded
  }
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
  QCOMPARE(session_->values.series()[0].y, whole);
  QCOMPARE(averageLoss(), average);
}

// A capture computes Y_hat of the last complete iteration again, with that iteration's arguments.
void WithinIterationTest::aCaptureDoesNotChangeTheRun() {
  open("05_logistic_part2.ngraph");
  session_->run.run();
  waitForRun();
  const std::vector<double> whole = session_->values.series()[0].y;
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  stepInto(2);
  const QTemporaryDir folder;
  const QString path = folder.filePath("paused.ngcap");
  session_->capture(path, {op("Y_hat")}, "1.2.3");
  QTRY_VERIFY(QFile::exists(path));
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
  QCOMPARE(session_->values.series()[0].y, whole);
}

void WithinIterationTest::steppingWithinAKernelShowsKeptIterationsToo() {
  open("05_logistic_part2.ngraph");
  session_->values.watch(op("W"));
  session_->run.stepIteration();
  waitForRun();
  QSignalSpy stops(&session_->faults, &Faults::stopReached);
  while (stops.empty()) {
    session_->run.stepOp();
    testing::settle(20);
  }
  const StopRecord stop = *session_->faults.stopped();
  session_->values.watch(stop.op);
  QTRY_COMPARE(session_->values.value(stop.op)->iteration, 2);
  const Tensor now = session_->values.value(stop.op)->value;
  session_->run.showIteration(1);
  QTRY_COMPARE(session_->values.value(op("W"))->iteration, 1);
  QTRY_VERIFY(session_->values.value(stop.op) && session_->values.value(stop.op)->iteration == 1);
  session_->run.stepBack();  // from one kept iteration to another
  QTRY_COMPARE(session_->run.status().iteration, 0);
  session_->run.showIteration(2);
  QTRY_VERIFY(session_->values.value(stop.op) && session_->values.value(stop.op)->iteration == 2);
  QVERIFY(session_->values.value(stop.op)->value == now);
}

// Saving stays at the snapshot; a step at the end of the run leaves it with its values.
void WithinIterationTest::shownValuesAreOfTheShownIteration() {
  open("05_logistic_part2.ngraph");
  session_->values.watch(op("W"));
  session_->run.run();
  waitForRun();
  const auto shows = [this](std::int64_t iteration) {
    return QTest::qWaitFor(
        [=, this] {
          const auto weights = session_->values.value(op("W"));
          return session_->run.status().iteration == iteration && weights &&
                 weights->iteration == iteration;
        },
        testing::patience);
  };
  QVERIFY(shows(100));
  const Tensor last = value("W");
  session_->run.showIteration(37);
  QVERIFY(shows(37));
  const Tensor snapshot = value("W");
  const QTemporaryDir folder;
  QSignalSpy saved(&session_->checkpoints, &Checkpoints::saved);
  session_->checkpoints.save(folder.filePath("last.safetensors"));
  QTRY_COMPARE(saved.size(), 1);
  QVERIFY(shows(37));
  QVERIFY(session_->run.status().looksBack && value("W") == snapshot);
  session_->run.stepKernel();
  QVERIFY(shows(100));
  QVERIFY(value("W") == last);
  session_->checkpoints.restore(folder.filePath("last.safetensors"));
  QTRY_VERIFY(value("W") == last);
}

void WithinIterationTest::theSliderShowsThePosition() {
  open("05_logistic_part2.ngraph");
  Selection selection;
  Jobs jobs;
  Workspace workspace{*session_, selection, jobs};
  QMainWindow window;
  Actions actions(&window);
  QStringList ids{"file.home", "view.back",    "view.forward",   "edit.go",
                  "view.dark", "window.reset", "window.maximize"};
  for (const LayoutRow& row : layoutTable()) ids << QString("window.") + row.id;
  for (const QString& id : ids) actions.add(id, id, "search", {}, [] {});
  actions.addRunActions(*session_, [this] { session_->run.stop(); });
  ToolBar bar(workspace, actions, nullptr);
  bar.resize(1600, bar.height());
  bar.show();
  stepInto(3);
  QVERIFY(bar.slider()->isEnabled());
  QCOMPARE(bar.slider()->value(), 4);
  QCOMPARE(bar.iterationText(), QString("paused in it 4/100"));
  QVERIFY(!bar.now()->isVisible());
  bar.slider()->setValue(2);
  QCOMPARE(bar.iterationText(), QString("it 2/100"));
  QTRY_VERIFY(bar.now()->isVisible());
  bar.slider()->setValue(70);  // no iteration is kept there
  QCOMPARE(bar.slider()->value(), 4);
  bar.slider()->setValue(1);
  bar.now()->click();
  QCOMPARE(bar.slider()->value(), 4);
  QTRY_COMPARE(bar.iterationText(), QString("paused in it 4/100"));
}

void WithinIterationTest::checkpointsContainCompleteIterations() {
  open("05_logistic_part2.ngraph");
  session_->values.watch(op("W"));
  session_->run.stepIteration();
  waitForRun();
  QTRY_VERIFY(session_->values.value(op("W")) && session_->values.value(op("W"))->iteration == 1);
  const Tensor one = value("W");
  const auto steps = static_cast<int>(session_->compilations.compilation()->steps.size());
  for (int step = 1; step < steps; ++step) session_->run.stepKernel();
  QTRY_COMPARE(session_->run.status().step, steps - 1);
  QTemporaryDir folder;
  const QString path = folder.filePath("one.ckpt");
  session_->checkpoints.save(path);
  QTRY_VERIFY(QFileInfo::exists(path));
  session_->checkpoints.restore(path);
  QTRY_VERIFY(!session_->run.status().within);
  QTRY_COMPARE(session_->run.status().iteration, 1);
  QTRY_VERIFY(value("W") == one);
}

void WithinIterationTest::stopAtLast() {
  const StepRecord& last = session_->compilations.compilation()->steps.back();
  session_->faults.setBreakpoint({last.ops.back(), {}});
  session_->run.run();
  waitForRun();
  QTRY_VERIFY(session_->faults.stopped());
  QCOMPARE(session_->run.status().step,
           static_cast<int>(session_->compilations.compilation()->steps.size()));
}

// What happens to the breakpoint: at the last step, nothing of the iteration remains to run.
void WithinIterationTest::aBreakpointIsRemovedWhileTheRunIsStopped_data() {
  QTest::addColumn<bool>("removed");
  QTest::addColumn<QString>("then");
  for (const bool removed : {true, false})
    for (const char* then : {"op", "kernel", "iteration", "run", "back", "stop"})
      QTest::addRow("%s, then %s", removed ? "removed" : "never holds", then) << removed << then;
}

void WithinIterationTest::aBreakpointIsRemovedWhileTheRunIsStopped() {
  QFETCH(bool, removed);
  QFETCH(QString, then);
  open("05_logistic_part2.ngraph");
  stopAtLast();
  const OpId at = session_->faults.stopped()->op;
  const int steps = session_->run.status().step;
  if (removed)
    session_->faults.removeBreakpoint(at);
  else
    session_->faults.setBreakpoint({at, "max > 1e9"});
  if (then == "op" || then == "kernel" || then == "iteration") {
    if (then == "op") session_->run.stepOp();
    if (then == "kernel") session_->run.stepKernel();
    if (then == "iteration") session_->run.stepIteration();
    QTRY_COMPARE(session_->run.status().lastIteration, 1);
    QTRY_COMPARE(session_->run.status().step, 0);
    QTRY_COMPARE(session_->run.status().state, RunState::paused);
  } else if (then == "back") {
    session_->run.stepBack();
    QTRY_COMPARE(session_->run.status().step, steps - 1);
  } else if (then == "stop") {
    session_->run.stop();
    QTRY_COMPARE(session_->run.status().state, RunState::cancelled);
  }
  session_->run.run();
  waitForRun();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  QVERIFY(std::abs(averageLoss() - 0.4312) < 5e-5);
}

// No step computes grad and update: the passes replaced them. Every breakpoint of a step is named.
void WithinIterationTest::breakpointsAtRemovedOpsStopWhereTheyAreUsed() {
  open("03_logistic_part1.ngraph");
  for (const char* name : {"grad", "update", "batch_size_9"})
    session_->faults.setBreakpoint({op(name), {}});
  const auto stepWith = [&](const char* name) {
    const auto& steps = session_->compilations.compilation()->steps;
    return static_cast<int>(std::find_if(steps.begin(), steps.end(),
                                         [&](const StepRecord& step) {
                                           return std::count(step.ops.begin(), step.ops.end(),
                                                             op(name)) > 0;
                                         }) -
                            steps.begin());
  };
  QSignalSpy stops(&session_->faults, &Faults::stopReached);
  session_->run.run();
  QTRY_COMPARE(stops.size(), 1);
  waitForRun();
  QCOMPARE(session_->run.status().step, stepWith("L") + 1);
  QCOMPARE(session_->faults.stopped()->text, std::string("stopped at 'batch_size_9', iteration 1"));
  session_->run.run();
  QTRY_COMPARE(stops.size(), 2);
  waitForRun();
  QCOMPARE(session_->run.status().step, stepWith("subtract_15") + 1);
  QVERIFY(stepWith("L") < stepWith("subtract_15"));
  QCOMPARE(session_->faults.stopped()->text,
           std::string("stopped at 'grad'; stopped at 'update', iteration 1"));
}

void WithinIterationTest::breakpointsChangeWhileItRuns() {
  open("05_logistic_part2.ngraph");
  session_->run.setPace(20);
  session_->run.run();
  for (int i = 0; i < 20; ++i) {
    session_->faults.setBreakpoint({op("L"), "x < 0"});
    testing::settle(3);
    session_->faults.removeBreakpoint(op("L"));
  }
  session_->faults.setBreakpoint({op("L"), {}});
  waitForRun();
  QTRY_VERIFY(session_->faults.stopped());
  QCOMPARE(session_->run.status().state, RunState::paused);
  session_->faults.removeBreakpoint(op("L"));
  session_->run.setPace(0);
  session_->run.run();
  waitForRun();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
  QVERIFY(std::abs(averageLoss() - 0.4312) < 5e-5);
}

// A late stop or pause, when nothing runs any more, must not block the next step.
void WithinIterationTest::aLateRequestDoesNotBlock() {
  open("05_logistic_part2.ngraph");
  session_->run.stepIteration();
  waitForRun();
  session_->run.stop();
  session_->run.stepKernel();
  QTRY_COMPARE(session_->run.status().step, 1);
  session_->run.stepBack();
  QTRY_COMPARE(session_->run.status().step, 0);
  session_->run.pause();
  session_->run.stepOp();
  QTRY_VERIFY(session_->run.status().within);
}

void WithinIterationTest::aStateThatIsNotKeptIsRefused() {
  const KeptIterations kept;
  try {
    kept.need(3);
    QFAIL("nothing was refused");
  } catch (const Error& error) {
    QVERIFY(QString(error.what()).contains("iteration 3 is not kept"));
  }
}

NGRAPH_VIEW_TEST(WithinIterationTest)
#include "within_iteration_test.moc"
