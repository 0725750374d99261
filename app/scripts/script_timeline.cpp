// SPDX-License-Identifier: Apache-2.0
// Measurements sent by a program, as timeline events and as mean times of kernels.
#include <algorithm>

#include "app/scripts/script_session.h"

namespace ng::views {

namespace {

constexpr qint64 stepsTime = 250;  // ms between two updates of kernel times
constexpr std::uint16_t programLane = 0, callRow = 0, stepRow = 1;

}  // namespace

TimelinePtr ScriptSession::timeline() const {
  return live() ? measured_.timeline() : EngineSession::timeline();
}

void ScriptSession::recordTimeline(bool on) {
  EngineSession::recordTimeline(on);
  recorders_ += on ? 1 : -1;
  const bool wanted = recorders_ > 0;
  sendOps(wanted ? remote::Command::Kind::record : remote::Command::Kind::rest, {});
}

// Events without a known name are dropped.
void ScriptSession::takeMeasured(const remote::Measured& measured) {
  RunEvents events;
  for (const TimelineName& name : measured.names) {
    measuredNames_.push_back(name.text);
    events.names.push_back(name);
  }
  for (const remote::Measured::Event& each : measured.events) {
    if (each.name >= measuredNames_.size()) continue;
    events.events.push_back(
        {each.lane, each.row, {each.begin, each.end, each.name, each.number}});
  }
  measured_.add(events);
  takeSteps(measured);
  measuredAnew_ = true;
  if (!announcing_.isActive()) announcing_.start();
}

// Steps of a call arrive before the call. Steps that run only once are missing in later calls.
void ScriptSession::takeSteps(const remote::Measured& measured) {
  const CompilationRecordPtr shown = live() ? compilation() : nullptr;
  if (!shown) return;
  if (timed_ != computation() || stepTimes_.size() != shown->steps.size()) {
    timed_ = computation();
    stepTimes_.assign(shown->steps.size(), {});
    usualTimes_.assign(shown->steps.size(), {});
  }
  std::vector<double> steps;
  for (const remote::Measured::Event& each : measured.events) {
    if (each.lane != programLane || each.name >= measuredNames_.size()) continue;
    if (each.row == stepRow) steps.push_back(static_cast<double>(each.end - each.begin) / 1e3);
    if (each.row != callRow) continue;
    const bool fits = measuredNames_[each.name] == computation().toStdString() &&
                      steps.size() <= stepTimes_.size();
    const std::size_t first = fits ? stepTimes_.size() - steps.size() : 0;
    for (std::size_t i = 0; fits && i < steps.size(); ++i) {
      UsualTime& usual = usualTimes_[first + i];
      usual.add(steps[i]);
      stepTimes_[first + i] = {usual.median(), usual.count(), usual.count()};
    }
    steps.clear();
  }
  if (stepsTold_.isValid() && stepsTold_.elapsed() < stepsTime) return;
  stepsTold_.start();
  takeStepTimes(stepTimes_);
}

}  // namespace ng::views
