// SPDX-License-Identifier: Apache-2.0
#include "app/link/run_recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/records/compilation_record.h"
#include "engine/records/model_node.h"
#include "engine/runtime/thread_pool.h"

namespace ng::views {

namespace {

constexpr std::chrono::milliseconds samplePause(100);

}  // namespace

void RunRecorder::prepare(const CompilationRecord& record, std::shared_ptr<RankStepTimes> ranks) {
  ranks_ = std::move(ranks);
  names_.clear();
  known_.clear();
  steps_.clear();
  devices_.clear();
  times_.clear();
  once_ = 0;
  for (const StepRecord& step : record.steps) {
    once_ += step.once ? 1 : 0;
    const std::string& text = step.kernel.empty() ? step.text : step.kernel;
    steps_.push_back(name(text, "step"));
    devices_.push_back(step.device);
    names_[steps_.back()].detail = step_detail(record.final_graph(), step);
  }
  forgetTimes();
  timesAreNew_ = false;
}

void RunRecorder::restart() {
  events_ = {true, {}, {}, {}};
  deviceLanes_.clear();
  stepSpans_.clear();
  sentNames_ = 0;
  elapsed_ = {};
  calls_ = 0;
  epoch_.reset();
  mark_ = 0;
  forgetTimes();
  if (going_) base_ = Clock::now();
}

void RunRecorder::forgetTimes() {
  times_.resize(once_);
  times_.resize(steps_.size());
  pacedTimes_.assign(steps_.size(), {});
}

// A cold call measures only the steps that run once, unless there is no other.
bool RunRecorder::measures(std::size_t step) const {
  return step < times_.size() && (cold_ && !single_ ? step < once_ : measuring_);
}

void RunRecorder::go() {
  base_ = Clock::now() - elapsed_;
  mark_ = since(Clock::now());
  going_ = true;
}

void RunRecorder::pause() {
  elapsed_ = Clock::now() - base_;
  going_ = false;
  recording_ = false;
  ThreadPool::shared().note_turns(false);
}

std::int64_t RunRecorder::since(Clock::time_point at) const {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(at - base_).count();
}

std::uint32_t RunRecorder::name(const std::string& text, const std::string& category) {
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [found, isNew] = known_.try_emplace({text, category}, next);
  if (isNew) names_.push_back({text, category, {}});
  return found->second;
}

bool RunRecorder::beginCall(std::int64_t iteration, std::int64_t epoch, bool recording, double pace,
                            bool single) {
  const Clock::time_point now = Clock::now();
  cold_ = calls_++ == 0;
  if (std::exchange(single_, cold_ && single)) forgetTimes();
  timesAreNew_ = true;
  onDevice_ = false;
  const bool due =
      std::has_single_bit(static_cast<std::uint64_t>(calls_)) || now - sampled_ > samplePause;
  measuring_ = cold_ ? once_ > 0 || single_ : recording || due;
  pace_ = pace;
  if (pace > 0) lastPace_ = pace;
  if (measuring_) sampled_ = now;
  if (recording != recording_) ThreadPool::shared().note_turns(recording);
  recording_ = recording;
  if (recording_) {
    iteration_ = iteration + 1;
    mark_ = since(now);
    if (epoch != epoch_) {
      addEpoch(mark_);
      epoch_ = epoch;
      epochBegin_ = mark_;
    }
  } else {
    addEpoch(mark_);
    epoch_.reset();
  }
  return recording_ || measuring_;
}

// Adds an event from the mark to now and moves the mark to now.
void RunRecorder::addSinceMark(Row row, std::uint32_t name, std::int64_t number) {
  const std::int64_t now = since(Clock::now());
  events_.events.push_back({0, row, {mark_, now, name, static_cast<std::int32_t>(number)}});
  mark_ = now;
}

void RunRecorder::stepped(std::size_t done) {
  const Clock::time_point now = Clock::now();
  if (done > 0 && measures(done - 1)) {
    (pace_ > 0 ? pacedTimes_ : times_)[done - 1].add(
        std::chrono::duration<double, std::micro>(now - stepBegin_).count());
  }
  if (recording_ && done == 0) {
    callBegin_ = mark_;
    addSinceMark(stepRow, name("feed", "data"), iteration_);
  } else if (recording_ && done <= steps_.size()) {
    addSinceMark(stepRow, steps_[done - 1], iteration_);
    addDevice(done - 1);
    addRanks(done - 1);
    stepSpans_.push_back(events_.events.back().event);
  }
  stepBegin_ = Clock::now();
}

// The first rank, or that of the shown stage, is the engine's thread.
void RunRecorder::addRanks(std::size_t step) {
  if (!ranks_) return;
  for (const RankStepTimes::Ended& each : ranks_->take()) {
    const std::string stage = "stage " + std::to_string(each.stage);
    const std::string lane = "rank " + std::to_string(each.rank) + ", " + stage;
    const std::uint32_t own = name(each.step + ", " + stage, "step");  // k0 of each is another
    events_.events.push_back({deviceLane(lane),
                              0,
                              {since(each.span.begin), since(each.span.end), own,
                               static_cast<std::int32_t>(iteration_)}});
  }
  if (ranks_->step != step) return;
  for (std::size_t rank = 1; rank < ranks_->ranks.size(); ++rank) {
    const RankStepTimes::Span& span = ranks_->ranks[rank];
    events_.events.push_back({deviceLane("rank " + std::to_string(rank)),
                              0,
                              {since(span.begin), since(span.end), steps_[step],
                               static_cast<std::int32_t>(iteration_)}});
  }
}

// Of a program on several devices, after the event of the step itself.
void RunRecorder::addDevice(std::size_t step) {
  if (devices_[step].empty()) return;
  const TimelineEvent event = events_.events.back().event;
  events_.events.push_back({deviceLane("device " + devices_[step]), 0, event});
}

void RunRecorder::beginDeviceCall() {
  onDevice_ = true;
}

std::uint16_t RunRecorder::deviceLane(const std::string& name) {
  const auto known = std::find(deviceLanes_.begin(), deviceLanes_.end(), name);
  const auto index = static_cast<std::size_t>(known - deviceLanes_.begin());
  if (known == deviceLanes_.end()) {
    deviceLanes_.push_back(name);
    events_.deviceLanes.push_back(name);
  }
  return static_cast<std::uint16_t>(firstDeviceLane + index);
}

void RunRecorder::deviceSteps(const std::vector<DeviceTurn>& turns) {
  onDevice_ = false;
  for (const DeviceTurn& turn : turns) {
    if (turn.step >= steps_.size()) continue;
    const std::chrono::duration<double, std::micro> length = turn.end - turn.begin;
    if (measures(turn.step)) (pace_ > 0 ? pacedTimes_ : times_)[turn.step].add(length.count());
    if (!recording_) continue;
    events_.events.push_back({deviceLane(turn.lane),
                              0,
                              {since(turn.begin), since(turn.end), steps_[turn.step],
                               static_cast<std::int32_t>(iteration_)}});
  }
}

// A call on a device is one event: its steps are on the device's lanes.
void RunRecorder::resultsTaken() {
  if (!recording_) return;
  if (onDevice_) return addSinceMark(callRow, name("iteration", "call"), iteration_);
  addSinceMark(stepRow, name("results", "data"), iteration_);
  mark_ = std::exchange(callBegin_, mark_);
  addSinceMark(callRow, name("iteration", "call"), iteration_);
}

void RunRecorder::evaluated(const std::string& evaluation) {
  if (recording_) addSinceMark(callRow, name(evaluation, "evaluation"), iteration_);
}

void RunRecorder::served() {
  if (recording_) addSinceMark(callRow, name("values for the window", "window"), iteration_);
}

void RunRecorder::addEpoch(std::int64_t end) {
  if (!epoch_ || end <= epochBegin_) return;
  events_.events.push_back(
      {0,
       epochRow,
       {epochBegin_, end, name("epoch", "epoch"), static_cast<std::int32_t>(*epoch_ + 1)}});
}

// Adds the slices of pool helpers, named by the step running at that time. Slices of already
// reported steps are dropped.
void RunRecorder::addTurns() {
  for (const ThreadPool::Turn& turn : ThreadPool::shared().take_turns()) {
    const std::int64_t begin = since(turn.begin);
    const auto after = std::upper_bound(
        stepSpans_.begin(), stepSpans_.end(), begin,
        [](std::int64_t time, const TimelineEvent& span) { return time < span.begin; });
    if (after == stepSpans_.begin() || std::prev(after)->end < begin) continue;
    const TimelineEvent& step = *std::prev(after);
    events_.events.push_back({static_cast<std::uint16_t>(turn.thread),
                              0,
                              {begin, since(turn.end), step.name, step.number}});
  }
  stepSpans_.clear();
}

std::optional<RunEvents> RunRecorder::takeEvents() {
  if (!events_.restart && events_.events.empty()) return std::nullopt;
  addTurns();
  addEpoch(mark_);
  events_.names.assign(names_.begin() + static_cast<std::ptrdiff_t>(sentNames_), names_.end());
  sentNames_ = names_.size();
  return std::exchange(events_, {});
}

std::optional<std::vector<StepTime>> RunRecorder::takeStepTimes() {
  if (!std::exchange(timesAreNew_, false)) return std::nullopt;
  std::vector<StepTime> times;
  for (std::size_t i = 0; i < times_.size(); ++i) {
    const bool paced = times_[i].count() == 0 && pacedTimes_[i].count() > 0;
    const UsualTime& time = (paced ? pacedTimes_ : times_)[i];
    const std::int64_t launches = i < once_ ? time.count() : calls_;
    times.push_back({time.median(), time.count(), launches, paced ? lastPace_ : 0});
  }
  return times;
}

}  // namespace ng::views
