// SPDX-License-Identifier: Apache-2.0
// Tests counters below the timeline's lanes, and flows between the kernel events of an iteration.
#include "engine/records/compilation_record.h"
#include "tests/support/sample_record.h"
#include "tests/support/timeline_session.h"
#include "tests/support/view_main.h"
#include "views/timeline/timeline_view.h"

using namespace ng;
using namespace ng::testing;
using namespace ng::views;

class CounterTracksTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void ratesAreThoseOfTheVisibleTime_data();
  void ratesAreThoseOfTheVisibleTime();
  void theyGrowWithTheRun();
  void ranksAddUp();
  void otherTimelinesHaveNone();
  void flowsStayInTheIteration();
  void flowsAreDrawn();
  void aSelectedOpHasItsEvent();

 private:
  LaneCanvas& canvas() { return view_->canvas(); }
  const RunSteps& steps() { return canvas().counters().steps(); }
  // Shows these nanoseconds of the run.
  void show(double from, double to) {
    const auto begin = static_cast<double>(session_->profile.timeline()->run_begin());
    canvas().camera().show(begin + from, begin + to);
  }
  double visible(const QString& name) {
    for (const QJsonValue& track : canvas().description()["counters"].toArray())
      if (track["name"] == name) return track["visible"].toDouble();
    return -1;
  }
  // The event of a kernel in an iteration, on the engine's thread.
  EventPlace event(const std::string& kernel, std::int32_t iteration) {
    const Timeline& timeline = *session_->profile.timeline();
    for (std::size_t lane = 0; lane < timeline.lanes().size(); ++lane) {
      if (timeline.lanes()[lane].name != "engine") continue;
      const EventRow& row = timeline.lanes()[lane].rows[2];
      for (std::size_t i = 0; i < row.size(); ++i)
        if (timeline.names()[row.name(i)].text == kernel && row[i].number == iteration)
          return {lane, 2, i};
    }
    qFatal("no event %s", kernel.c_str());
  }
  std::unique_ptr<TimelineSession> session_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Jobs> jobs_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<TimelineView> view_;
};

// Twenty iterations, one in 100 µs: k0 (2944 FLOP) from 1 to 40 µs, k1 from 50 to 70 µs reads what
// k0 writes.
void CounterTracksTest::init() {
  view_.reset();
  session_ = std::make_unique<TimelineSession>();
  selection_ = std::make_unique<Selection>();
  jobs_ = std::make_unique<Jobs>();
  workspace_.reset(new Workspace{*session_, *selection_, *jobs_});
  session_->documents.open("sample.ngraph");
  auto record = std::make_shared<CompilationRecord>(*session_->compilations.compilation());
  record->kernels[1].reads = {"t1"};
  record->kernels[1].writes = {"a_W"};
  for (BufferRecord& buffer : record->buffers)
    if (buffer.name == "t1") buffer.first_step = 1;
  session_->shown().compilation.compilation = record;
  session_->compile();
  session_->record();
  view_ = std::make_unique<TimelineView>(*workspace_);
  view_->resize(1400, 420);
  view_->show();
  QCoreApplication::processEvents();
}

void CounterTracksTest::ratesAreThoseOfTheVisibleTime_data() {
  QTest::addColumn<double>("from");
  QTest::addColumn<double>("to");
  QTest::addColumn<double>("flops");               // in the time
  QTest::addColumn<double>("memory");              // bytes
  constexpr double buffers = 16 + 4 + 2048 + 512;  // that are no temporaries
  QTest::newRow("run") << 0.0 << 2e6 << 20.0 * (2944 + 2944) << buffers + 1024;
  QTest::newRow("iteration") << 3e5 << 4e5 << 2944.0 + 2944 << buffers + 1024;
  QTest::newRow("half a kernel") << 1e3 << 20'500.0 << 2944.0 / 2 << buffers + 1024;
  QTest::newRow("between kernels") << 75e3 << 95e3 << 0.0 << buffers;
}

void CounterTracksTest::ratesAreThoseOfTheVisibleTime() {
  QFETCH(double, from);
  QFETCH(double, to);
  QFETCH(double, flops);
  QFETCH(double, memory);
  show(from, to);
  const double seconds = (to - from) * 1e-9;
  QVERIFY2(std::abs(visible("FLOP/s") * seconds - flops) < 1e-6 * (1 + flops),
           qPrintable(QString::number(visible("FLOP/s") * seconds)));
  QVERIFY(std::abs(visible("memory traffic") * seconds - flops * 1540 / 2944) < 1e-3);
  QCOMPARE(visible("memory in use"), memory);
}

void CounterTracksTest::theyGrowWithTheRun() {
  session_->record();
  QCoreApplication::processEvents();
  show(0, 4e6);
  QVERIFY(std::abs(visible("FLOP/s") * 4e-3 - 40.0 * (2944 + 2944)) < 1);
}

void CounterTracksTest::ranksAddUp() {
  session_->record_rank();
  QCoreApplication::processEvents();
  show(0, 45e3);
  QVERIFY(std::abs(visible("FLOP/s") * 45e-6 - 2 * 2944) < 1e-3);
  QCOMPARE(visible("memory in use"), 2.0 * (16 + 4 + 2048 + 512 + 1024));
}

// Kernels of another run may have the same names and other costs.
void CounterTracksTest::otherTimelinesHaveNone() {
  QVERIFY(!canvas().description()["counters"].toArray().isEmpty());
  const double height = canvas().counters().height();
  QVERIFY(height > 60);
  view_->sources().pin();
  view_->sources().show(1);
  QCoreApplication::processEvents();
  QVERIFY(!canvas().description().contains("counters"));
  QCOMPARE(canvas().counters().height(), 0.0);
}

void CounterTracksTest::flowsStayInTheIteration() {
  QCOMPARE(steps().producers(event("k1", 3)), std::vector{event("k0", 3)});
  QCOMPARE(steps().consumers(event("k0", 3)), std::vector{event("k1", 3)});
  QVERIFY(steps().producers(event("k0", 3)).empty());  // t0 is computed by no event
  QVERIFY(steps().consumers(event("k1", 3)).empty());
  EventPlace helper = event("k0", 3);
  helper.lane += 1;
  helper.row = 0;
  QVERIFY(steps().consumers(helper).empty());
}

void CounterTracksTest::flowsAreDrawn() {
  show(0, 1e5);
  const auto between = [this] {  // below the row of kernels, between the two
    const QRectF a = canvas().rectOf({0, event("k0", 1)}), b = canvas().rectOf({0, event("k1", 1)});
    const QRect area(qRound(a.right()) + 3, qRound(a.top()), qRound(b.left() - a.right()) - 6,
                     qRound(a.height() * 2));
    return canvas().viewport()->grab(area).toImage();
  };
  const QImage without = between();
  canvas().setCurrent(ShownEvent{0, event("k0", 1)});
  QVERIFY(between() != without);
}

void CounterTracksTest::aSelectedOpHasItsEvent() {
  show(2.5e5, 6.5e5);
  const double from = canvas().scale().from();
  selection_->selectOp(id_loss);
  QCoreApplication::processEvents();
  QVERIFY(canvas().current());
  QCOMPARE(canvas().current()->place, event("k0", 4));  // the first that begins in sight
  QCOMPARE(canvas().scale().from(), from);              // the view stays
  canvas().setCurrent(ShownEvent{0, event("k0", 6)});
  selection_->selectOp(id_sigmoid);  // in the same kernel
  QCoreApplication::processEvents();
  QCOMPARE(canvas().current()->place, event("k0", 6));
}

NGRAPH_VIEW_TEST(CounterTracksTest)

#include "counter_tracks_test.moc"
