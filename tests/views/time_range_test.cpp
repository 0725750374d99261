// SPDX-License-Identifier: Apache-2.0
// Tests that a time range is shared by all views: iterations on the curves, steps over the buffers,
// table rows, a chip; and that it can be dragged in each of them.
#include <QLineEdit>

#include "app/link/session/engine_session.h"
#include "app/window/status_line.h"
#include "engine/records/compilation_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"
#include "views/buffers/buffers_view.h"
#include "views/buffers/plan_plot.h"
#include "views/kernels/kernels_view.h"
#include "views/run/run_view.h"
#include "views/widgets/range_of_run.h"
#include "views/widgets/table_view.h"

using namespace ng;
using namespace ng::views;

namespace {

constexpr double us = 1e-6;

// Three calls of 10 us, 1 us apart: 1 us of feeding, then k0 for 4 us and k1 for 5 us.
Timeline threeCalls() {
  Timeline timeline;
  const std::size_t lane = timeline.lane("engine");
  const auto name = [&](const char* text, const char* category) {
    return timeline.name(text, category);
  };
  for (std::int32_t call = 0; call < 3; ++call) {
    const std::int64_t begin = 11'000 * call;
    const auto add = [&](std::size_t row, std::int64_t from, std::int64_t to, std::uint32_t what) {
      timeline.add(lane, row, {begin + from, begin + to, what, call + 1});
    };
    add(1, 0, 10'000, name("iteration", "call"));
    add(2, 0, 1'000, name("feed", "data"));
    add(2, 1'000, 5'000, name("k0", "kernel"));
    add(2, 5'000, 10'000, name("k1", "kernel"));
  }
  return timeline;
}

// k0 and k1 as the steps of threeCalls(), after one that runs in the first call only.
std::vector<StepRecord> programOfCalls() {
  std::vector<StepRecord> steps(3);
  steps[0].kernel = "packed", steps[0].once = true;
  steps[1].kernel = "k0", steps[2].kernel = "k1";
  return steps;
}

void shiftDrag(QWidget* on, QPoint from, QPoint to) {
  QTest::mousePress(on, Qt::LeftButton, Qt::ShiftModifier, from);
  QMouseEvent move(QEvent::MouseMove, to, on->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                   Qt::ShiftModifier);
  QApplication::sendEvent(on, &move);
  QTest::mouseRelease(on, Qt::LeftButton, Qt::ShiftModifier, to);
}

}  // namespace

class TimeRangeTest : public QObject {
  Q_OBJECT

 private slots:
  void timeIsIterations();
  void timeIsSteps();
  void timeIsKernels();
  void theRangeIsInEveryView();
  void itIsDrawnOnCurvesAndBuffers();
  void withoutARecordingThereIsNoTime();

 private:
  void run(EngineSession& session, bool recorded);
};

void TimeRangeTest::timeIsIterations() {
  const Timeline timeline = threeCalls();
  QVERIFY(iterationsIn(timeline, {0, 10 * us}) == Span(0, 1));
  QVERIFY(iterationsIn(timeline, {5 * us, 16 * us}) == Span(0.5, 1.5));
  QVERIFY(iterationsIn(timeline, {10.2 * us, 10.8 * us}) == Span(1, 1));  // between two calls
  QVERIFY(!iterationsIn(timeline, {40 * us, 50 * us}));
  const auto back = timeOfIterations(timeline, {0.5, 1.5});
  QVERIFY(back && std::abs(back->from - 5 * us) < 1e-9 && std::abs(back->to - 16 * us) < 1e-9);
  QVERIFY(std::abs(timeOfIterations(timeline, {2, 90})->to - 32 * us) < 1e-9);
  QVERIFY(!timeOfIterations(Timeline(), {0, 1}));
}

void TimeRangeTest::timeIsSteps() {
  const Timeline timeline = threeCalls();
  const std::vector<StepRecord> program = programOfCalls();
  const auto spans = [&](double from, double to) {
    return stepsIn(timeline, program, {from * us, to * us});
  };
  QVERIFY((spans(1, 5) == std::vector<Span>{{1, 2}}));
  QVERIFY((spans(3, 7.5) == std::vector<Span>{{1.5, 2.5}}));
  QVERIFY((spans(7.5, 14) == std::vector<Span>{{2.5, 3}, {1, 1.5}}));
  QVERIFY((spans(3, 30) == std::vector<Span>{{1, 3}}));  // a whole call
  QVERIFY(spans(40, 50).empty());
  const auto last = timeOfSteps(timeline, program, {1, 2}, {});  // of the last call
  QVERIFY(std::abs(last->from - 23 * us) < 1e-9 && std::abs(last->to - 27 * us) < 1e-9);
  const auto second = timeOfSteps(timeline, program, {0, 2}, TimeRange{12 * us, 13 * us});
  QVERIFY(std::abs(second->from - 12 * us) < 1e-9 && std::abs(second->to - 16 * us) < 1e-9);
  QVERIFY(!timeOfSteps(timeline, program, {0, 1}, {}));  // did not run in this call
}

void TimeRangeTest::timeIsKernels() {
  CompilationRecord record;
  record.kernels.resize(2);
  record.kernels[0].name = "k0", record.kernels[1].name = "k1";
  QVERIFY((kernelsIn(threeCalls(), record, {1 * us, 4 * us}) == std::set<std::string>{"k0"}));
  QCOMPARE(kernelsIn(threeCalls(), record, {1 * us, 40 * us}).size(), std::size_t(2));
}

void TimeRangeTest::run(EngineSession& session, bool recorded) {
  session.compilations.setTransformer(testedTransformer());
  if (recorded) session.profile.recordTimeline(true);
  session.documents.open(testing::sourceFile("sample_graphs/06_mlp.ngraph"));
  QTRY_VERIFY(session.compilations.compilation() != nullptr);
  QTRY_VERIFY(!session.compilations.compileProgress().busy && !session.values.series().empty());
  session.run.run();
  QTRY_COMPARE(session.run.status().state, RunState::finished);
}

void TimeRangeTest::theRangeIsInEveryView() {
  EngineSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  RunView curves(workspace);
  BuffersView buffers(workspace);
  KernelsView kernels(workspace);
  StatusLine line(workspace, nullptr);
  curves.resize(800, 300), buffers.resize(800, 300);
  curves.show(), buffers.show(), kernels.show();
  run(session, true);
  const auto* kernelTable = kernels.findChild<TableView*>();
  const int all = buffers.table().shownRows(), allKernels = kernelTable->shownRows();
  QVERIFY(allKernels > 3);
  QVERIFY(line.rangeChip().isEmpty());
  const auto range = timeOfIterations(*session.profile.timeline(), {9, 20});
  QVERIFY(range.has_value());
  selection.selectRange(range);
  QTRY_VERIFY(curves.plot()->bands().size() == 1);
  QVERIFY(std::abs(curves.plot()->bands()[0].first - 9) < 0.01);
  QVERIFY(std::abs(curves.plot()->bands()[0].second - 20) < 0.01);
  QVERIFY(line.rangeChip().startsWith("range "));
  const auto* values = curves.findChild<TableView*>();
  QCOMPARE(values->model()->columnCount(), 3);
  const QStringList parts =
      values->model()->index(0, 2).data().toString().split(QString::fromUtf8(" … "));
  QCOMPARE(parts.size(), 2);
  QVERIFY(parts[0].toDouble() <= parts[1].toDouble());
  // Half a step of one call: few kernels, fewer buffers.
  const auto steps = timeOfSteps(*session.profile.timeline(),
                                 session.compilations.compilation()->steps, {1.25, 1.75}, range);
  selection.selectRange(steps);
  QTRY_VERIFY(buffers.plot().bands().size() == 1 &&
              std::abs(buffers.plot().bands()[0].first - 1.25) < 0.01);
  QVERIFY(buffers.table().shownRows() < all);
  QCOMPARE(kernelTable->shownRows(), 1);
  QVERIFY(!curves.grab().isNull() && !buffers.grab().isNull());
  selection.selectRange(std::nullopt);
  QTRY_VERIFY(curves.plot()->bands().empty() && buffers.plot().bands().empty());
  QCOMPARE(buffers.table().shownRows(), all);
  QCOMPARE(kernelTable->shownRows(), allKernels);
  QCOMPARE(values->model()->columnCount(), 2);
  QVERIFY(line.rangeChip().isEmpty());
}

void TimeRangeTest::itIsDrawnOnCurvesAndBuffers() {
  EngineSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  RunView curves(workspace);
  BuffersView buffers(workspace);
  curves.resize(800, 300), buffers.resize(800, 300);
  curves.show(), buffers.show();
  run(session, true);
  const PlotRange before = curves.plot()->range();
  shiftDrag(curves.plot(), curves.plot()->toPixel(10, 1).toPoint(),
            curves.plot()->toPixel(50, 1).toPoint());
  QVERIFY(selection.state().range.has_value());
  QVERIFY(curves.plot()->range() == before);  // the plot did not pan
  const auto iterations = iterationsIn(*session.profile.timeline(), *selection.state().range);
  QVERIFY(iterations && std::abs(iterations->first - 10) < 0.5 &&
          std::abs(iterations->second - 50) < 0.5);
  QTRY_VERIFY(!buffers.plot().bands().empty());
  views::PlanPlot& plan = buffers.plot();
  const double middle = plan.toPlane(plan.area().center()).y();
  shiftDrag(&plan, plan.toPixel(2, middle).toPoint(), plan.toPixel(5, middle).toPoint());
  const std::vector<Span> spans =
      stepsIn(*session.profile.timeline(), session.compilations.compilation()->steps,
              *selection.state().range);
  QCOMPARE(spans.size(), std::size_t(1));
  QVERIFY(std::abs(spans[0].first - 2) < 0.3 && std::abs(spans[0].second - 5) < 0.3);
}

void TimeRangeTest::withoutARecordingThereIsNoTime() {
  EngineSession session;
  Selection selection;
  Jobs jobs;
  Workspace workspace{session, selection, jobs};
  RunView curves(workspace);
  curves.resize(800, 300);
  curves.show();
  run(session, false);
  shiftDrag(curves.plot(), curves.plot()->toPixel(10, 1).toPoint(),
            curves.plot()->toPixel(50, 1).toPoint());
  QVERIFY(!selection.state().range.has_value());
  QVERIFY(curves.plot()->bands().empty());
}

NGRAPH_VIEW_TEST(TimeRangeTest)
#include "time_range_test.moc"
