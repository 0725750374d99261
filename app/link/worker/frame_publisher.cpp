// SPDX-License-Identifier: Apache-2.0
#include "app/link/worker/frame_publisher.h"

#include "engine/records/compilation_record.h"
#include "engine/records/series_record.h"
#include "engine/records/tensor_record.h"
#include "engine/session/compilation.h"

namespace ng::views {

namespace {

// Interval for sending kernel times during a run, if the program is small enough.
constexpr std::chrono::seconds timesPause{1};
constexpr std::size_t mostTimedLive = 2'000;  // kernels

}  // namespace

std::optional<RunFrame> FramePublisher::takeFrame(Request shown) {
  const std::lock_guard lock(mutex_);
  announced_ = false;
  if (frame_.program > shown) return std::nullopt;
  const RunNumbers numbers = frame_;  // preserved: the next frame may carry only values
  RunFrame frame = std::move(frame_);
  frame_ = {};
  static_cast<RunNumbers&>(frame_) = numbers;
  return frame;
}

// Sends numbers and new curve points at most every 16 ms, unless `now`.
void FramePublisher::publish(bool now) {
  const auto time = std::chrono::steady_clock::now();
  if (!now && time - published_ < std::chrono::milliseconds(16)) return;
  published_ = time;
  const std::lock_guard lock(mutex_);
  if (frame_.program != s_.program.request.id) frame_ = {};  // not taken, of the program before
  frame_.program = s_.program.request.id;
  frame_.started = s_.at.started;
  frame_.status = s_.status();
  addCurves();
  frame_.stop = s_.at.stop;
  frame_.stops = s_.at.stops;
  addMeasurements();
  if (announced_) return;
  announced_ = true;
  emit frameReady();
}

void FramePublisher::addCurves() {
  if (s_.program.run && sent_.empty()) {
    frame_.points.clear();
    frame_.heads.emplace();
    for (const SeriesRecord& s : s_.program.run->series())
      frame_.heads->push_back({s.name, s.x_title, s.y_title, {}, {}, s.op, s.unit});
    sent_.assign(s_.program.run->series().size(), 0);
  }
  for (std::size_t i = 0; i < sent_.size(); ++i) {
    const SeriesRecord& s = s_.program.run->series()[i];
    for (; sent_[i] < s.x.size(); ++sent_[i])
      frame_.points.push_back({i, s.x[sent_[i]], s.y[sent_[i]]});
  }
}

void FramePublisher::addMeasurements() {
  if (s_.program.health && s_.control.watchesHealth()) {
    HealthBatch batch = s_.program.health->take();
    if (frame_.health)
      batch.found.insert(batch.found.begin(), frame_.health->found.begin(),
                         frame_.health->found.end());
    if (!batch.found.empty()) frame_.health = std::move(batch);
  }
  if (auto events = s_.recorder.takeEvents()) {
    if (frame_.events)
      frame_.events->append(std::move(*events));
    else
      frame_.events = std::move(events);
  }
  const auto moment = std::chrono::steady_clock::now();
  const bool few =
      s_.program.compilation && s_.program.compilation->kernels.size() <= mostTimedLive;
  if (s_.at.state != RunState::running || (few && moment - timesSent_ > timesPause)) {
    timesSent_ = moment;
    if (auto times = s_.recorder.takeStepTimes()) frame_.stepTimes = std::move(times);
  }
}

void FramePublisher::setValues(ValuesOfCall values, std::vector<TensorRecord> returned) {
  for (const TensorRecord& each : returned)
    if (!values.count(each.op)) values[each.op] = std::make_shared<const TensorRecord>(each);
  const bool stands =
      s_.at.stop && !s_.at.halfway && (s_.at.within() || s_.at.stop->iteration == s_.at.shown);
  if (stands) values.insert(s_.at.stopValue.begin(), s_.at.stopValue.end());
  std::vector<WatchRecord> watches = s_.breakpoints.evaluated(values);
  const std::lock_guard lock(mutex_);
  frame_.results = std::move(returned);
  frame_.tensors = std::move(values);
  frame_.watches = std::move(watches);
}

}  // namespace ng::views
