// SPDX-License-Identifier: Apache-2.0
// Tests debugging in the window, over the engine with real values: breakpoints, conditions,
// watches, steps back, first NaN, health, comparison of two transformers, pass bisection.
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "app/link/session/engine_session.h"
#include "app/window/message_strip.h"
#include "engine/records/buffer_record.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/series_record.h"
#include "tests/support/build_window.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/debug/bisect_page.h"
#include "views/debug/breakpoints_page.h"
#include "views/debug/compare_page.h"
#include "views/debug/debug_view.h"
#include "views/debug/health_page.h"
#include "views/debug/what_if_page.h"
#include "views/kernels/kernel_diff.h"
#include "views/kernels/kernel_editor.h"
#include "views/kernels/kernels_view.h"
#include "views/tensors/tensors_view.h"
#include "views/widgets/code/text_diff.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

class DebugViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();
  void stopsAtTheFirstNan();
  void aNewRunClearsTheError();
  void aRunWithoutNanEnds();
  void breakpointsStopWithinTheIteration();
  void stoppedRunsContinueToTheSameValues();
  void conditionsChooseTheIteration();
  void watchesFollow();
  void runsToAnOp();
  void stepsGoBack();
  void opsAndKernelsAreStepped();
  void refusals();
  void opsOfTheSameShortName();
  void opsOfAReloadedFileAreFollowedByName();
  void aDraftThatIsSavedElsewhereKeepsItsSession();
  void healthIsKept();
  void transformersAreCompared();
  void passesAreBisected();
  void editedKernelsRunApart();
  void compilationsAreComparedKernelByKernel();
  void olderCompilationsHaveEveryLevel();

 private:
  void open(const char* sample);
  void waitForRun();
  OpId op(const char* name) const;

  std::unique_ptr<EngineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<DebugView> view_;
};

void DebugViewTest::init() {
  session_ = std::make_unique<EngineSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  view_ = std::make_unique<DebugView>(*workspace_);
  session_->compilations.setTransformer(testedTransformer());
}

void DebugViewTest::cleanup() {
  view_.reset();
  session_.reset();
}

void DebugViewTest::open(const char* name) {
  session_->documents.open(testing::sourceFile("sample_graphs/") + name);
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
}

void DebugViewTest::waitForRun() {
  QTRY_VERIFY(session_->run.status().state != RunState::running);
}

OpId DebugViewTest::op(const char* name) const {
  for (const OpRecord& each : session_->documents.document()->graph->ops) {
    if (each.name == name) return each.id;
  }
  return 0;
}

// The error of a run disappears from the message strip when another run begins.
void DebugViewTest::aNewRunClearsTheError() {
  open("07_planted_nan.ngraph");
  MessageStrip strip(*workspace_);
  session_->run.run();
  waitForRun();
  QTRY_VERIFY(strip.text().contains("is not finite"));
  session_->run.run();
  QVERIFY2(strip.text().isEmpty(), qPrintable(strip.text()));
  waitForRun();
  QTRY_VERIFY(strip.text().contains("is not finite"));  // reported again
}

void DebugViewTest::stopsAtTheFirstNan() {
  open("07_planted_nan.ngraph");
  QSignalSpy stops(&session_->faults, &Faults::stopReached);
  session_->run.runToNonFinite();
  waitForRun();
  QTRY_COMPARE(stops.count(), 1);
  const StopRecord stop = *session_->faults.stopped();
  QCOMPARE(stop.reason, StopReason::non_finite);
  QCOMPARE(stop.op, op("unit"));
  QCOMPARE(stop.iteration, 14);
  QVERIFY2(stop.text.find("check its operands") != std::string::npos, stop.text.c_str());
  QVERIFY2(stop.text.find("smaller learning rate") == std::string::npos, stop.text.c_str());
  QCOMPARE(session_->run.status().iteration, 14);
  QCOMPARE(stop.place, std::string("N 17, C 0"));
  QCOMPARE(stop.element.value_or(-1), 17 * 4);
  // The text equals the command line's.
  QVERIFY2(stop.text.find("'L' is not finite after iteration 14\n  where: first in divide 'unit' "
                          "(N: 32, C: 4)") == 0,
           stop.text.c_str());
  QCOMPARE(view_->breakpointsPage().stopText(), QString::fromStdString(stop.text));
  QCOMPARE(stop.values.size(), std::size_t(3));
  QCOMPARE(stop.values[0].nans, 4);
  QCOMPARE(stop.values[1].op, op("X"));
  QCOMPARE(stop.values[1].nans, 0);
  QCOMPARE(stop.values[2].op, op("length"));
  QCOMPARE(stop.values[2].min, 0.0);
  const QAbstractItemModel& values = *view_->breakpointsPage().values().model();
  QCOMPARE(values.index(0, 4).data().toString(), QString("4"));  // NaN
  QCOMPARE(values.index(1, 0).data().toString(), QString("input X"));
  session_->values.watch(op("unit"));
  QTRY_VERIFY(session_->values.value(op("unit")));
  QVERIFY(std::isnan(session_->values.value(op("unit"))->value.at(*stop.element)));
}

void DebugViewTest::aRunWithoutNanEnds() {
  open("05_logistic_part2.ngraph");
  session_->run.runToNonFinite();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
  QVERIFY(!session_->faults.stopped());
}

void DebugViewTest::breakpointsStopWithinTheIteration() {
  open("05_logistic_part2.ngraph");
  QVERIFY(view_->breakpointsPage().addBreakpoint("dot_6"));
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::paused);
  QTRY_VERIFY(session_->faults.stopped());
  QCOMPARE(session_->faults.stopped()->op, op("dot_6"));
  QCOMPARE(session_->faults.stopped()->iteration, 1);
  QCOMPARE(session_->run.status().lastIteration, 0);
  QVERIFY(session_->run.status().step > 0);
  QVERIFY(session_->run.status().step <
          std::ssize(session_->compilations.compilation()->steps) + 1);
  session_->run.run();  // up to the same op of the next iteration
  waitForRun();
  QTRY_COMPARE(session_->faults.stopped()->iteration, 2);
  QCOMPARE(session_->run.status().lastIteration, 1);
}

void DebugViewTest::stoppedRunsContinueToTheSameValues() {
  open("05_logistic_part2.ngraph");
  // The condition is never true, but every call is checked.
  session_->faults.setBreakpoint({op("dot_6"), "max > 1e9"});
  session_->faults.setBreakpoint({op("L"), "x < 25"});
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::paused);
  session_->faults.removeBreakpoint(op("L"));
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
  const std::vector<SeriesRecord> series = session_->values.series();
  QCOMPARE(series[0].y.size(), std::size_t(100));
  const auto average = std::find_if(series.begin(), series.end(), [](const auto& each) {
    return each.unit == SeriesUnit::epoch;
  });
  QVERIFY(average != series.end());
  QVERIFY(std::abs(average->y.back() - 0.4312) < 5e-5);
}

void DebugViewTest::conditionsChooseTheIteration() {
  open("07_planted_nan.ngraph");
  QVERIFY(view_->breakpointsPage().addBreakpoint("unit: has_nan"));
  session_->run.run();
  waitForRun();
  QTRY_VERIFY(session_->faults.stopped());
  QCOMPARE(session_->faults.stopped()->iteration, 14);
  QCOMPARE(session_->faults.stopped()->text,
           std::string("stopped at 'unit': has_nan, iteration 14"));
  QCOMPARE(session_->run.status().lastIteration, 13);
  QTRY_VERIFY(session_->values.value(op("unit")));
  QVERIFY(std::isnan(session_->values.value(op("unit"))->value.at(17 * 4)));
}

void DebugViewTest::watchesFollow() {
  open("05_logistic_part2.ngraph");
  QVERIFY(view_->breakpointsPage().addWatch("W: x[W 0, H 1]"));
  QVERIFY(view_->breakpointsPage().addWatch("dot_6: count(x > 0)"));
  session_->run.run();
  waitForRun();
  QTRY_VERIFY(session_->faults.watches()[1].value &&
              session_->faults.watches()[1].iteration == 100);
  const std::vector<WatchRecord> watches = session_->faults.watches();
  QVERIFY(std::abs(*watches[0].value - 5.0871) < 1e-4);
  QVERIFY(*watches[1].value > 0 && *watches[1].value < 128);
  session_->faults.setWatches({});
  QTRY_VERIFY(session_->faults.watches().empty());
  QCOMPARE(view_->breakpointsPage().watches().model()->rowCount(), 0);
}

void DebugViewTest::runsToAnOp() {
  open("05_logistic_part2.ngraph");
  session_->run.runTo(op("dot_6"));
  waitForRun();
  QTRY_VERIFY(session_->faults.stopped());
  QCOMPARE(session_->faults.stopped()->reason, StopReason::cursor);
  QCOMPARE(session_->run.status().lastIteration, 0);
  session_->run.runTo(op("dot_6"));
  waitForRun();
  QTRY_COMPARE(session_->faults.stopped()->iteration, 2);
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
}

// The state after stepping back and forward equals that of a run that never stepped back.
void DebugViewTest::stepsGoBack() {
  open("05_logistic_part2.ngraph");
  session_->values.watch(op("W"));
  session_->run.stepIteration();
  waitForRun();
  const auto w = [this] { return session_->values.value(op("W"))->value; };
  QTRY_VERIFY(session_->values.value(op("W")) && session_->run.status().iteration == 1);
  const Tensor one = w();
  const int steps = static_cast<int>(session_->compilations.compilation()->steps.size());
  for (int step = 1; step < steps; ++step) {
    session_->run.stepKernel();
    QTRY_COMPARE(session_->run.status().step, step);
  }
  for (int step = steps - 1; step-- > 0;) {
    session_->run.stepBack();
    QTRY_COMPARE(session_->run.status().step, step);
  }
  QTRY_COMPARE(w(), one);
  session_->run.stepIteration();
  waitForRun();
  QTRY_COMPARE(session_->run.status().iteration, 2);
  QTRY_VERIFY(w() != one);
  session_->run.stepBack();
  QTRY_COMPARE(session_->run.status().iteration, 1);
  QTRY_COMPARE(w(), one);
}

// F11 steps op by op within a kernel, which then runs whole; Shift+F11 runs the kernel at once.
void DebugViewTest::opsAndKernelsAreStepped() {
  open("05_logistic_part2.ngraph");
  const std::vector<StepRecord> steps = session_->compilations.compilation()->steps;
  const auto fused = std::find_if(steps.begin(), steps.end(),
                                  [](const StepRecord& step) { return step.ops.size() > 2; });
  QVERIFY(fused != steps.end());
  const int before = static_cast<int>(fused - steps.begin());
  for (int i = 0; i < before; ++i) session_->run.stepKernel();
  QTRY_COMPARE(session_->run.status().step, before);
  QSignalSpy stops(&session_->faults, &Faults::stopReached);
  session_->run.stepOp();
  QTRY_COMPARE(stops.count(), 1);
  QCOMPARE(session_->run.status().step, before);  // the kernel has not run yet
  QCOMPARE(session_->faults.stopped()->op, fused->ops[0]);
  const QString words = QString("op 1 of %1 in kernel %2")
                            .arg(fused->ops.size())
                            .arg(QString::fromStdString(fused->kernel));
  QVERIFY2(view_->breakpointsPage().stopText().contains(words),
           qPrintable(view_->breakpointsPage().stopText()));
  QVERIFY(!session_->faults.stopped()->values.empty());
  session_->run.stepOp();
  QTRY_COMPARE(stops.count(), 2);
  QCOMPARE(session_->faults.stopped()->op, fused->ops[1]);
  session_->run.stepBack();
  QTRY_COMPARE(session_->faults.stopped()->op, fused->ops[0]);
  for (std::size_t i = 1; i < fused->ops.size(); ++i) session_->run.stepOp();
  QTRY_COMPARE(session_->run.status().step, before + 1);  // after its last op the kernel has run
  session_->run.stepKernel();
  session_->run.run();
  waitForRun();
  QCOMPARE(session_->run.status().state, RunState::finished);
  const std::vector<SeriesRecord> series = session_->values.series();
  const auto average = std::find_if(series.begin(), series.end(), [](const auto& each) {
    return each.unit == SeriesUnit::epoch;
  });
  QVERIFY(std::abs(average->y.back() - 0.4312) < 5e-5);
}

void DebugViewTest::refusals() {
  open("07_planted_nan.ngraph");
  QVERIFY(!view_->breakpointsPage().addBreakpoint("unit: max >"));
  QVERIFY2(view_->breakpointsPage().refusal().contains("character 6"),
           qPrintable(view_->breakpointsPage().refusal()));
  QVERIFY(!view_->breakpointsPage().addBreakpoint("nobody: max > 1"));
  QCOMPARE(view_->breakpointsPage().refusal(), QString("Unknown op “nobody”."));
  // The message referred to the previous text.
  view_->breakpointsPage().findChild<QLineEdit*>()->setText("unit");
  QVERIFY(view_->breakpointsPage().refusal().isEmpty());
  QVERIFY(session_->faults.breakpoints().empty());
  QVERIFY(view_->breakpointsPage().addBreakpoint("unit: max > 1"));
  QVERIFY(view_->breakpointsPage().refusal().isEmpty());
  QVERIFY(view_->breakpointsPage().addBreakpoint("unit: max > 2"));  // replaces the existing one
  QCOMPARE(session_->faults.breakpoints().size(), std::size_t(1));
  QCOMPARE(session_->faults.breakpoints()[0].condition, std::string("max > 2"));
  emit view_->breakpointsPage().breakpoints().rowActivated(
      0);  // its text is put into the field for editing
  QLineEdit* line = nullptr;
  for (QLineEdit* each : view_->breakpointsPage().findChildren<QLineEdit*>())
    if (each->text().startsWith("unit: ")) line = each;
  QVERIFY(line != nullptr);
  QCOMPARE(line->text() + line->selectedText(), QString("unit: max > 2max > 2"));
  QTest::keyClicks(line, "min < 0");
  QTest::keyClick(line, Qt::Key_Return);
  QCOMPARE(session_->faults.breakpoints(),
           (std::vector<BreakpointRecord>{{op("unit"), "min < 0"}}));
  selection_->selectOp(op("unit"));
  QVERIFY(view_->breakpointsPage().addWatch("std"));  // watches std of the selected op
  QCOMPARE(session_->faults.watches()[0].op, op("unit"));
}

// An op whose short name others have is meant by its full name only.
void DebugViewTest::opsOfTheSameShortName() {
  session_->documents.open(testing::sourceFile("tests/onnx/models/bert.onnx"));
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  const auto id = [this](const char* name) {
    return op_named(*session_->documents.document()->graph, name)->id;
  };
  BreakpointsPage& page = view_->breakpointsPage();
  QVERIFY(!page.addBreakpoint("mean: max > 1") && page.refusal().contains("norm2/mean"));
  QVERIFY(!page.addWatch("mean: max") && session_->faults.watches().empty());
  QVERIFY(page.addBreakpoint("norm2/mean: max > 1"));
  emit page.breakpoints().rowActivated(0);
  QLineEdit* line = nullptr;
  for (QLineEdit* each : page.findChildren<QLineEdit*>())
    if (each->text() == "norm2/mean: max > 1") line = each;
  QVERIFY(line != nullptr);
  QTest::keyClicks(line, "min < 0");
  QTest::keyClick(line, Qt::Key_Return);
  QCOMPARE(session_->faults.breakpoints(),
           (std::vector<BreakpointRecord>{{id("norm2/mean"), "min < 0"}}));
  QVERIFY(page.addBreakpoint("norm1/mean"));
  QCOMPARE(page.breakpoints().model()->index(1, 0).data().toString(), QString("norm1/mean"));
  QVERIFY(page.addWatch("norm2/mean: max"));
  QCOMPARE(session_->faults.watches().front().op, id("norm2/mean"));
  WhatIfPage edits(*workspace_);
  QVERIFY(!edits.add("constant = 1") && edits.words().contains("norm1/constant"));
  QVERIFY(edits.add("norm1/constant = 1"));
  QCOMPARE(session_->queries.edits().front().op, id("norm1/constant"));
}

// A file that was written again may give the ids to other ops.
void DebugViewTest::opsOfAReloadedFileAreFollowedByName() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("a.ngraph"), other = folder.filePath("other.ngraph");
  testing::BuildWindow w;
  const auto write = [&](const QString& file, const QStringList& lines) {
    w.editor.newDocument();
    for (const QString& line : lines)
      if (!w.editor.apply(line, {}).good) return false;
    return w.editor.save(file).good;
  };
  QVERIFY(write(other, {"C = make_axis(3)", "x = placeholder([C])", "b = negative(x)", "a = exp(b)",
                        "feed(x, 1)"}));
  QVERIFY(write(path, {"C = make_axis(3)", "x = placeholder([C])", "a = exp(x)", "feed(x, 1)"}));
  w.window->open(path);
  QVERIFY(w.settled() && w.op("a") != 0);
  const OpId before = w.op("a");
  Selection& selection = w.window->workspace().selection;
  selection.selectOp(before);
  w.session.faults.setBreakpoint({before, "max > 100"});
  w.session.faults.setWatches({{before, "mean", {}, 0, {}}});
  auto& tensors = dynamic_cast<TensorsView&>(*w.window->docks().view("tensors"));
  tensors.pin(before);
  QVERIFY(QFile::remove(path) && QFile::copy(other, path));
  w.window->open(path);
  QTRY_VERIFY(w.op("b") != 0);
  const OpId now = w.op("a");
  QCOMPARE(w.op("b"), before);
  QTRY_COMPARE(selection.op(), now);
  QCOMPARE(w.session.faults.breakpoints(), (std::vector<BreakpointRecord>{{now, "max > 100"}}));
  QCOMPARE(w.session.faults.watches().front().op, now);
  const std::vector<OpId> pins = tensors.pinned();
  QVERIFY(std::ranges::count(pins, now) == 1 && std::ranges::count(pins, before) == 0);
}

// Its first save, and a save under another name.
void DebugViewTest::aDraftThatIsSavedElsewhereKeepsItsSession() {
  const QTemporaryDir folder;
  testing::BuildWindow w;
  const auto compiled = [&](const QString& path) {
    return QTest::qWaitFor(
        [&] {
          const DocumentRecordPtr document = w.session.documents.document();
          return document && document->path == path.toStdString() &&
                 w.session.compilations.compilation() &&
                 !w.session.compilations.compileProgress().busy;
        },
        testing::patience);
  };
  w.editor.newDocument();
  for (const char* line : {"C = make_axis(3)", "x = placeholder([C])", "a = exp(x)", "b = tanh(a)",
                           "feed(x, 1)", "c1 = computation([a], x)", "c2 = computation([b], x)"})
    QVERIFY2(w.editor.apply(line, {}).good, line);
  QVERIFY(w.settled());
  QTRY_VERIFY(w.session.compilations.computations().contains("c2"));
  w.session.compilations.setComputation("c2");
  QVERIFY(compiled({}));
  PipelineChoice choice;
  choice.disabled.insert("fuse");
  QCOMPARE(w.session.pipelines.setPipeline(choice), QString());
  const OpId op = w.op("a");
  w.window->workspace().selection.selectOp(op);
  w.session.faults.setBreakpoint({op, "max > 100"});
  w.session.faults.setWatches({{op, "mean", {}, 0, {}}});
  auto& tensors = dynamic_cast<TensorsView&>(*w.window->docks().view("tensors"));
  tensors.pin(op);
  for (const char* name : {"first.ngraph", "other.ngraph"}) {
    const QString path = folder.filePath(name);
    QVERIFY(w.editor.save(path).good && compiled(path));
    QCOMPARE(w.session.compilations.computation(), QString("c2"));
    QVERIFY(w.session.pipelines.pipeline().disabled.contains("fuse"));
    QCOMPARE(w.window->workspace().selection.op(), op);
    QCOMPARE(w.session.faults.breakpoints(), (std::vector<BreakpointRecord>{{op, "max > 100"}}));
    QCOMPARE(w.session.faults.watches().size(), std::size_t(1));
    const std::vector<OpId> pins = tensors.pinned();
    QCOMPARE(std::ranges::count(pins, op), 1);
  }
}

void DebugViewTest::healthIsKept() {
  open("06_mlp.ngraph");
  session_->faults.watchHealth(true);
  session_->run.run();
  waitForRun();
  QTRY_VERIFY(session_->faults.health() && !session_->faults.health()->rows().empty());
  const HealthLogPtr log = session_->faults.health();
  QVERIFY(log->rows().size() >= 10);
  for (const HealthLog::Row& row : log->rows()) {
    QVERIFY(row.newest.count > 0);
    QCOMPARE(row.first_non_finite, 0);
    QVERIFY(row.least <= row.newest.min && row.greatest >= row.newest.max);
  }
  QCOMPARE(view_->health().table().model()->rowCount(), static_cast<int>(log->rows().size()));
  QVERIFY(view_->health().facts().contains("summaries kept"));
}

void DebugViewTest::transformersAreCompared() {
  open("05_logistic_part2.ngraph");
  session_->run.run();
  waitForRun();
  view_->comparePage().compare();
  QVERIFY(session_->queries.querying());
  QTRY_VERIFY(session_->queries.comparison() != nullptr);
  const ComparisonRecordPtr record = session_->queries.comparison();
  QCOMPARE(record->iteration, 100);
  QVERIFY(record->first_divergence() == nullptr);
  QCOMPARE(view_->comparePage().ops().model()->rowCount(),
           static_cast<int>(record->ops.size() + record->results.size()));
  QVERIFY(view_->comparePage().text().startsWith("All agree: 15 ops in iteration 100"));
  session_->run.stepIteration();  // the comparison left the run's own state unchanged
  QCOMPARE(record->results[1].name, std::string("W"));
  QVERIFY(std::abs(record->results[1].right) > 0.5);
}

void DebugViewTest::passesAreBisected() {
  open("05_logistic_part2.ngraph");
  view_->bisectPage().bisect(false);
  QTRY_VERIFY(session_->queries.bisection() != nullptr);
  QVERIFY(session_->queries.bisection()->culprit.empty());
  QVERIFY(view_->bisectPage().text().startsWith("The results are within 1e-06"));
  QTRY_VERIFY(jobs_->idle());
  view_->bisectPage().bisect(true);
  session_->queries.cancelQuery();
  QTRY_VERIFY(!session_->queries.querying());
  // Cancelling before the first trial keeps the old result; otherwise partial findings are
  // reported.
  const BisectRecord& last = *session_->queries.bisection();
  QVERIFY(last.measure == BisectMeasure::error || !last.complete);
  QVERIFY(last.complete || last.text.find("stopped after") != std::string::npos);
}

// A wrong kernel is measured; a crashing kernel affects only its child process.
void DebugViewTest::editedKernelsRunApart() {
  open("05_logistic_part2.ngraph");
  KernelsView kernels(*workspace_);
  kernels.show();
  selection_->selectKernel("k0");
  QTRY_COMPARE(kernels.kernel(), QString("k0"));
  KernelEditor& editor = kernels.editor();
  const QString own = editor.source();
  QVERIFY(own.contains("static void k0"));
  const auto tried = [&](const QString& source) {
    editor.setSource(source);
    editor.tryIt();
    QVERIFY(session_->queries.querying());
    QTRY_VERIFY(!session_->queries.querying());
  };
  tried(own);
  QVERIFY2(editor.verdict().contains(" per run · original "), qPrintable(editor.verdict()));
  tried(QString(own).replace("t0 + ng_splat", "t0 + ng_splat(1.0f) + ng_splat"));
  QVERIFY2(editor.verdict().contains("128 elements differ"), qPrintable(editor.verdict()));
  tried(QString(own).replace("vf t0 = ", "*(volatile int*)0 = 1; vf t0 = "));
  QVERIFY2(editor.verdict().contains("Crashed in the trial process: Segmentation fault"),
           qPrintable(editor.verdict()));
  tried(QString(own).replace("vf t0 = ", "((float*)W)[0] += 1; vf t0 = "));
  QVERIFY2(editor.verdict().startsWith("Stray write: the kernel wrote to 'W', which it only reads"),
           qPrintable(editor.verdict()));
  tried("no C++");
  QVERIFY2(editor.verdict().startsWith("Compile error"), qPrintable(editor.verdict()));
  // The source location of a compiler message is shown above its caret.
  const QString said = editor.output().toPlainText();
  QVERIFY2(said.contains("error:") && said.contains('^'), qPrintable(said));
  QVERIFY(QFontInfo(editor.output().font()).fixedPitch());
  QVERIFY(!editor.output().isHidden() && !editor.verdict().contains('^'));
  editor.revert();
  QVERIFY(editor.output().isHidden());
  QCOMPARE(editor.source(), own);
  session_->run.stepIteration();  // the session continues unaffected
  QTRY_COMPARE(session_->run.status().iteration, 1);
}

void DebugViewTest::compilationsAreComparedKernelByKernel() {
  open("05_logistic_part2.ngraph");
  KernelsView kernels(*workspace_);
  kernels.show();
  selection_->selectKernel("k0");
  QTRY_COMPARE(kernels.kernel(), QString("k0"));
  QTRY_VERIFY(!session_->compilations.compilation()->kernel("k0")->assembly.text.empty());
  QCOMPARE(session_->compilations.compilations().size(), std::size_t(1));
  session_->pipelines.setPassEnabled("fuse", false);
  QTRY_COMPARE(session_->compilations.compilations().size(), std::size_t(2));
  QVERIFY(session_->compilations.compilations()[1].title.contains("without fuse"));
  KernelDiff& diff = kernels.diff();
  QTRY_VERIFY(!session_->compilations.compilation()->kernel("k0")->assembly.text.empty());
  const DiffCount source = diff.diff().changes();
  QVERIFY(source.added + source.removed > 4);
  QVERIFY2(diff.words().contains(QString::fromUtf8("−%1 lines").arg(source.removed)),
           qPrintable(diff.words()));
  QVERIFY2(diff.words().contains("FLOP"), qPrintable(diff.words()));
  diff.setKind(TextKind::assembly);
  QVERIFY(diff.diff().changes().removed > 4);
  diff.setSides(1, 1);
  QCOMPARE(diff.diff().changes().added, 0);
  QVERIFY(diff.words().startsWith("identical text"));
  diff.setKernel("k99");
  QVERIFY(diff.words().contains("Neither compilation has a kernel k99"));
}

// A compilation that nobody inspected while it was the newest.
void DebugViewTest::olderCompilationsHaveEveryLevel() {
  open("05_logistic_part2.ngraph");
  session_->pipelines.setPassEnabled("fuse", false);
  QTRY_COMPARE(session_->compilations.compilations().size(), std::size_t(2));
  QVERIFY(session_->compilations.compilations()[0].record->kernel("k0")->assembly.text.empty());
  KernelDiff diff(*workspace_);
  diff.resize(700, 400);
  diff.show();
  diff.setKernel("k0");
  for (const TextKind kind : {TextKind::assembly, TextKind::llvm}) {
    diff.setKind(kind);
    QTRY_VERIFY2(diff.words().contains(" lines"), qPrintable(diff.words()));
    QVERIFY(diff.diff().changes().removed > 4);
  }
  QTRY_VERIFY(!session_->compilations.readingKernels());
  QVERIFY(!session_->compilations.compilations()[0].record->kernel("k0")->assembly.text.empty());
  QVERIFY(session_->compilations.compilations()[0].record->kernel("k0")->assembly.text !=
          session_->compilations.compilations()[1].record->kernel("k0")->assembly.text);
}

NGRAPH_VIEW_TEST(DebugViewTest)
#include "debug_view_test.moc"
