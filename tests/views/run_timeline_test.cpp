// SPDX-License-Identifier: Apache-2.0
// Tests recording a run: what is measured, that it changes no value, and what is known without it.
#include <QElapsedTimer>
#include <QSignalSpy>

#include "app/link/run_recorder.h"
#include "app/link/session/engine_session.h"
#include "engine/records/compilation_record.h"
#include "engine/records/series_record.h"
#include "tests/support/qt_checkout.h"
#include "tests/support/view_main.h"

using namespace ng;
using namespace ng::views;

class RunTimelineTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { session_ = std::make_unique<EngineSession>(); }
  void cleanup() { session_.reset(); }
  void compileIsThereAtOnce();
  void everyStepIsRecorded();
  void stepsThatRunOnceAreInTheFirstCall();
  void nothingIsRecordedByDefault();
  void valuesAreTheSame();
  void pausesTakeNoTime();
  void aNewRunClearsTheRecording();
  void batchesAreJoined();
  void stepsOfADeviceAreOnItsLanes();
  void theOnlyCallOfARunIsMeasured();
  void devicesOfAProgramHaveLanes();
  void aRunOnTheGpuHasItsLanes();
  void timesAreThoseOfTheLastRun();
  void waitsAreNotMeasured();
  void fullSpeedCountsMoreThanAPace();

 private:
  void open(const char* transformer, const char* sample);
  void run();
  // Number and total duration of a category's events, or of those with this name.
  std::pair<std::int64_t, std::int64_t> sum(const std::string& category,
                                            const std::string& text = {}) const;
  std::unique_ptr<EngineSession> session_;
};

void RunTimelineTest::open(const char* transformer, const char* sample) {
  session_->compilations.setTransformer(transformer);
  session_->documents.open(testing::sourceFile("sample_graphs/") + sample);
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  QTRY_VERIFY(!session_->compilations.compileProgress().busy && !session_->values.series().empty());
}

void RunTimelineTest::run() {
  session_->run.run();
  QTRY_COMPARE(session_->run.status().state, RunState::finished);
}

std::pair<std::int64_t, std::int64_t> RunTimelineTest::sum(const std::string& category,
                                                           const std::string& text) const {
  std::pair<std::int64_t, std::int64_t> all;
  const Timeline& timeline = *session_->profile.timeline();
  for (const EventStatistics& each : statistics(timeline, INT64_MIN / 2, INT64_MAX / 2)) {
    const TimelineName& name = timeline.names()[each.name];
    if (name.category != category || (!text.empty() && name.text != text)) continue;
    all.first += each.count;
    all.second += each.total;
  }
  return all;
}

void RunTimelineTest::compileIsThereAtOnce() {
  open("cpu", "06_mlp.ngraph");
  QCOMPARE(session_->profile.timeline()->lanes().size(), 1u);
  QVERIFY(sum("pass").first > 5);
  QVERIFY(sum("rewrite").first > 5);
  session_->documents.close();
  QVERIFY(session_->profile.timeline()->empty());
}

void RunTimelineTest::everyStepIsRecorded() {
  open("cpu", "06_mlp.ngraph");
  session_->profile.recordTimeline(true);
  run();
  const auto steps = static_cast<std::int64_t>(session_->compilations.compilation()->steps.size());
  QCOMPARE(sum("call").first, session_->run.status().totalIterations);
  // Plus events of worker threads.
  QCOMPARE(sum("step").first >= steps * session_->run.status().totalIterations, true);
  QCOMPARE(sum("epoch").first, session_->run.status().epochs);
  QCOMPARE(sum("evaluation").first, session_->run.status().epochs + 1);
  QVERIFY(sum("call").second <= sum("epoch").second);
  const Timeline& timeline = *session_->profile.timeline();
  const auto engine = std::find_if(timeline.lanes().begin(), timeline.lanes().end(),
                                   [](const TimelineLane& lane) { return lane.name == "engine"; });
  QVERIFY(engine != timeline.lanes().end());
  QCOMPARE(engine->rows.size(), 3u);
  // Every step lies within its iteration.
  for (std::size_t i = 0; i < engine->rows[2].size(); ++i) {
    const EventRow& calls = engine->rows[1];
    const std::size_t call = calls.first_ending_from(engine->rows[2].end(i));
    QVERIFY(call < calls.size() && calls.begin(call) <= engine->rows[2].begin(i));
  }
  for (const KernelRecord& kernel : session_->compilations.compilation()->kernels)
    QVERIFY2(kernel.microseconds > 0 && kernel.launches > 0, kernel.name.c_str());
  // The timeline and the kernel record report the same number of launches.
  for (const StepRecord& step : session_->compilations.compilation()->steps) {
    std::int64_t launches = 0, shown = 0;
    for (const StepRecord& each : session_->compilations.compilation()->steps)
      launches += each.kernel == step.kernel ? session_->run.status().totalIterations : 0;
    for (std::size_t i = 0; i < engine->rows[2].size(); ++i)
      shown += timeline.names()[engine->rows[2].name(i)].text == step.kernel;
    QCOMPARE(shown, launches);
    QCOMPARE(session_->compilations.compilation()->kernel(step.kernel)->launches, launches);
  }
}

void RunTimelineTest::stepsThatRunOnceAreInTheFirstCall() {
  session_->documents.open(testing::sourceFile("tests/onnx/models/depthwise.onnx"));
  QTRY_VERIFY(session_->compilations.compilation() != nullptr);
  session_->plans.setEpochs(3);
  QTRY_COMPARE(session_->run.status().totalIterations, 3);
  session_->profile.recordTimeline(true);
  run();
  const CompilationRecordPtr compilation = session_->compilations.compilation();
  int once = 0;
  for (const StepRecord& step : compilation->steps) {
    const KernelRecord& kernel = *compilation->kernel(step.kernel);
    QVERIFY2(kernel.microseconds > 0, kernel.name.c_str());
    QCOMPARE(kernel.launches, step.once ? 1 : 3);
    const auto detail = sum("step", step.kernel);
    QVERIFY2(step.once ? detail.first == 1 : detail.first >= 3, kernel.name.c_str());
    once += step.once ? 1 : 0;
  }
  QVERIFY(once > 0);
}

void RunTimelineTest::nothingIsRecordedByDefault() {
  open("cpu", "05_logistic_part2.ngraph");
  run();
  QCOMPARE(session_->profile.timeline()->lanes().size(), 1u);
  for (const KernelRecord& kernel : session_->compilations.compilation()->kernels) {
    QVERIFY(kernel.microseconds > 0);  // some calls are always measured
    QCOMPARE(kernel.launches, session_->run.status().totalIterations);
  }
  session_->run.reset();
  QTRY_COMPARE(session_->run.status().lastIteration, 0);
  for (int i = 1; i <= 3; ++i) {  // the third is not measured
    session_->run.stepIteration();
    QTRY_COMPARE(session_->compilations.compilation()->kernels.front().launches, i);
  }
}

void RunTimelineTest::valuesAreTheSame() {
  open("reference", "05_logistic_part2.ngraph");
  run();
  const std::vector<SeriesRecord> plain = session_->values.series();
  session_->profile.recordTimeline(true);
  session_->run.reset();
  run();
  QCOMPARE(session_->values.series().size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i)
    QVERIFY(session_->values.series()[i].y == plain[i].y);
  QVERIFY(session_->run.status().microsecondsPerStep > 0);
}

void RunTimelineTest::pausesTakeNoTime() {
  open("reference", "05_logistic_part2.ngraph");
  session_->profile.recordTimeline(true);
  session_->run.stepIteration();
  QTRY_COMPARE(session_->run.status().lastIteration, 1);
  QTRY_COMPARE(sum("call").first, 1);
  const auto length = [this] {
    return session_->profile.timeline()->end() - session_->profile.timeline()->run_begin();
  };
  const std::int64_t first = length();
  QElapsedTimer pause;  // much longer than an iteration takes on this machine
  pause.start();
  while (pause.nsecsElapsed() < std::max<qint64>(300'000'000, 20 * first)) testing::settle(20);
  const std::int64_t paused = pause.nsecsElapsed();
  session_->run.stepIteration();
  QTRY_COMPARE(sum("call").first, 2);
  QVERIFY2(length() - first < paused, qPrintable(QString::number(length() - first)));
}

void RunTimelineTest::aNewRunClearsTheRecording() {
  open("reference", "05_logistic_part2.ngraph");
  session_->profile.recordTimeline(true);
  run();
  session_->run.reset();
  run();
  QCOMPARE(sum("call").first, session_->run.status().totalIterations);
  session_->profile.recordTimeline(false);
  session_->run.reset();
  run();
  QCOMPARE(sum("call").first, 0);
}

void RunTimelineTest::batchesAreJoined() {
  RunTimeline run;
  run.restart(nullptr);
  RunEvents first{true, {{"epoch", "epoch", {}}, {"k", "step", {}}}, {}, {}};
  first.events = {{0, 2, {10, 20, 1, 1}}, {0, 0, {5, 20, 0, 1}}};
  RunEvents second{false, {{"l", "step", {}}}, {}, {}};
  second.events = {{0, 2, {20, 30, 2, 2}}, {0, 0, {5, 30, 0, 1}}, {2, 0, {21, 22, 2, 2}}};
  first.append(std::move(second));
  run.add(first);
  const Timeline& timeline = *run.timeline();
  QCOMPARE(timeline.size(), 4u);
  QCOMPARE(timeline.lanes().size(), 3u);
  QCOMPARE(timeline.lanes()[2].name, std::string("pool 2"));
  QCOMPARE(timeline.lanes()[0].rows[0].size(), 1u);  // the epoch was extended
  QCOMPARE(timeline.end(), 30);
}

namespace {

// Records `count` calls of a program with two steps.
void call(RunRecorder& recorder, int count, double pace) {
  const RunRecorder::Going going(recorder);
  for (int i = 0; i < count; ++i) {
    const bool measured = recorder.beginCall(i, 0, false, pace);
    for (std::size_t done = 0; measured && done <= 2; ++done) recorder.stepped(done);
    recorder.resultsTaken();
  }
}

RunRecorder twoSteps() {
  CompilationRecord record;
  record.steps = {{"k0()", "k0", {}}, {"k1()", "k1", {}}};
  RunRecorder recorder;
  recorder.prepare(record);
  return recorder;
}

}  // namespace

// Its times are those of a cold call, which a later call replaces.
void RunTimelineTest::theOnlyCallOfARunIsMeasured() {
  RunRecorder recorder = twoSteps();
  recorder.restart();
  const auto makeCall = [&](std::int64_t iteration, bool single) {
    const RunRecorder::Going going(recorder);
    const bool measured = recorder.beginCall(iteration, 0, false, 0, single);
    for (std::size_t done = 0; measured && done <= 2; ++done) recorder.stepped(done);
    recorder.resultsTaken();
    return recorder.takeStepTimes();
  };
  const auto first = makeCall(0, true);
  QVERIFY(first && first->size() == 2);
  QCOMPARE(first->front().calls, 1);
  const auto second = makeCall(1, false);
  QCOMPARE(second->front().calls, 1);  // without the cold one
  recorder.restart();
  const auto several = makeCall(0, false);
  QCOMPARE(several->front().calls, 0);
}

void RunTimelineTest::devicesOfAProgramHaveLanes() {
  CompilationRecord record;
  record.steps = {{"k0()", "k0", {}, false, "cpu"}, {"k1()", "k1", {}, false, "gpu"}};
  RunRecorder recorder;
  recorder.prepare(record);
  recorder.restart();
  {
    const RunRecorder::Going going(recorder);
    QVERIFY(recorder.beginCall(0, 0, true, 0));
    for (const std::size_t done : {0, 1, 2}) recorder.stepped(done);
    recorder.resultsTaken();
  }
  RunTimeline run;
  run.restart(nullptr);
  run.add(*recorder.takeEvents());
  const Timeline& timeline = *run.timeline();
  for (const auto& [device, step] : {std::pair("device cpu", "k0"), {"device gpu", "k1"}}) {
    const auto lane = std::find_if(timeline.lanes().begin(), timeline.lanes().end(),
                                   [&](const TimelineLane& each) { return each.name == device; });
    QVERIFY(lane != timeline.lanes().end());
    QCOMPARE(lane->rows[0].size(), std::size_t{1});
    QCOMPARE(timeline.names()[lane->rows[0].name(0)].text, std::string(step));
  }
}

// The call is one event on the engine's lane.
void RunTimelineTest::stepsOfADeviceAreOnItsLanes() {
  using std::chrono::microseconds;
  RunRecorder recorder = twoSteps();
  recorder.restart();
  {
    const RunRecorder::Going going(recorder);
    for (int i = 0; i < 3; ++i) {
      QVERIFY(recorder.beginCall(i, 0, true, 0));
      recorder.beginDeviceCall();
      const auto now = std::chrono::steady_clock::now();
      recorder.resultsTaken();
      recorder.deviceSteps({{"gpu stream 0", 0, now, now + microseconds(7), {}, nullptr},
                            {"gpu stream 1", 1, now, now + microseconds(3), {}, nullptr}});
    }
  }
  RunTimeline run;
  run.restart(nullptr);
  run.add(*recorder.takeEvents());
  QStringList lanes;
  for (const TimelineLane& lane : run.timeline()->lanes())
    lanes << QString::fromStdString(lane.name);
  QVERIFY2(lanes.contains("gpu stream 0") && lanes.contains("gpu stream 1"),
           qPrintable(lanes.join(", ")));
  const Timeline& timeline = *run.timeline();
  const std::size_t second = static_cast<std::size_t>(lanes.indexOf("gpu stream 1"));
  QVERIFY(timeline.lanes()[second].rows[0].size() > 0);
  QCOMPARE(timeline.names()[timeline.lanes()[second].rows[0].name(0)].text, std::string("k1"));
  const std::vector<StepTime> times = *recorder.takeStepTimes();
  QCOMPARE(times[0].microseconds, 7.0);
  QCOMPARE(times[1].microseconds, 3.0);
}

// gpu_run_timeline runs this on the CUDA emulator.
void RunTimelineTest::aRunOnTheGpuHasItsLanes() {
  const std::vector<std::string> choices = transformer_choices();
  if (std::find(choices.begin(), choices.end(), "gpu") == choices.end()) QSKIP("no GPU");
  open("gpu", "05_logistic_part2.ngraph");
  session_->profile.recordTimeline(true);
  run();
  const std::int64_t calls = session_->run.status().totalIterations;
  QCOMPARE(sum("call").first, calls);
  const Timeline& timeline = *session_->profile.timeline();
  const auto stream =
      std::find_if(timeline.lanes().begin(), timeline.lanes().end(),
                   [](const TimelineLane& lane) { return lane.name == "gpu stream 0"; });
  QVERIFY(stream != timeline.lanes().end());
  QVERIFY(static_cast<std::int64_t>(stream->rows[0].size()) >= calls);
  QTRY_VERIFY(session_->compilations.compilation()->kernels[0].microseconds > 0);
}

// The second, fourth, eighth … call is measured.
void RunTimelineTest::timesAreThoseOfTheLastRun() {
  RunRecorder recorder = twoSteps();
  recorder.restart();
  call(recorder, 9, 0);
  std::vector<StepTime> times = *recorder.takeStepTimes();
  QVERIFY(times.size() == 2 && times[0].calls >= 3);
  QCOMPARE(times[1].launches, 9);
  recorder.restart();
  call(recorder, 2, 0);
  times = *recorder.takeStepTimes();
  QCOMPARE(times[0].calls, 1);
  QCOMPARE(times[0].launches, 2);
}

// A single launch delayed by another process does not affect the kernel's time.
void RunTimelineTest::waitsAreNotMeasured() {
  RunRecorder recorder = twoSteps();
  recorder.restart();
  bool waited = false;
  for (int i = 0; i < 40; ++i) {
    const RunRecorder::Going going(recorder);
    if (!recorder.beginCall(i, 0, false, 0)) continue;
    recorder.stepped(0);
    if (!std::exchange(waited, true)) QTest::qSleep(400);
    recorder.stepped(1);
    recorder.stepped(2);
    recorder.resultsTaken();
  }
  const std::vector<StepTime> times = *recorder.takeStepTimes();
  QVERIFY(times[0].calls >= 3);
  QVERIFY2(times[0].microseconds < 40'000, qPrintable(QString::number(times[0].microseconds)));
}

void RunTimelineTest::fullSpeedCountsMoreThanAPace() {
  RunRecorder recorder = twoSteps();
  recorder.restart();
  call(recorder, 4, 20);
  const std::vector<StepTime> paced = *recorder.takeStepTimes();
  QCOMPARE(paced[0].pace, 20.0);
  QVERIFY(paced[0].calls >= 2);
  call(recorder, 4, 0);  // the pace changes during the run
  const std::vector<StepTime> full = *recorder.takeStepTimes();
  QCOMPARE(full[0].pace, 0.0);
  QVERIFY(full[0].calls >= 1);
  QCOMPARE(full[0].launches, 8);
  // In the window: a paced run keeps the times of the previous unpaced run.
  open("cpu", "05_logistic_part2.ngraph");
  run();
  QTRY_VERIFY(session_->compilations.compilation()->kernels[0].microseconds > 0);
  QCOMPARE(session_->profile.timesPace(), 0.0);
  QVERIFY(session_->profile.fullSpeedTimes().empty());
  const double before = session_->compilations.compilation()->kernels[0].microseconds.value_or(0);
  session_->run.reset();
  session_->run.setPace(200);
  run();
  QTRY_COMPARE(session_->profile.timesPace(), 200.0);
  QCOMPARE(session_->profile.fullSpeedTimes().at("k0"), before);
}

NGRAPH_VIEW_TEST(RunTimelineTest)
#include "run_timeline_test.moc"
