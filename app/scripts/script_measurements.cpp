// SPDX-License-Identifier: Apache-2.0
#include "app/scripts/script_measurements.h"

#include "engine/records/compilation_record.h"

namespace ng::views {

namespace {

constexpr qint64 stepsTime = 250;  // ms between two updates of kernel times
constexpr std::uint16_t programLane = 0, callRow = 0, stepRow = 1;

}  // namespace

void ScriptMeasurements::restart() {
  events_.restart(nullptr);
  names_.clear();
  stepTimes_.clear();
}

// Events without a known name are dropped.
void ScriptMeasurements::take(const remote::Measured& measured, bool live) {
  RunEvents events;
  for (const TimelineName& name : measured.names) {
    names_.push_back(name.text);
    events.names.push_back(name);
  }
  for (const remote::Measured::Event& each : measured.events) {
    if (each.name >= names_.size()) continue;
    events.events.push_back({each.lane, each.row, {each.begin, each.end, each.name, each.number}});
  }
  events_.add(events);
  if (live) takeSteps(measured);
}

// Steps of a call arrive before the call. Steps that run only once are missing in later calls.
void ScriptMeasurements::takeSteps(const remote::Measured& measured) {
  const CompilationRecordPtr shown = engine_.compilations.compilation();
  const QString computation = engine_.compilations.computation();
  if (!shown) return;
  if (timed_ != computation || stepTimes_.size() != shown->steps.size()) {
    timed_ = computation;
    stepTimes_.assign(shown->steps.size(), {});
    usualTimes_.assign(shown->steps.size(), {});
  }
  std::vector<double> steps;
  for (const remote::Measured::Event& each : measured.events) {
    if (each.lane != programLane || each.name >= names_.size()) continue;
    if (each.row == stepRow) steps.push_back(static_cast<double>(each.end - each.begin) / 1e3);
    if (each.row != callRow) continue;
    const bool fits =
        names_[each.name] == computation.toStdString() && steps.size() <= stepTimes_.size();
    const std::size_t first = fits ? stepTimes_.size() - steps.size() : 0;
    for (std::size_t i = 0; fits && i < steps.size(); ++i) {
      UsualTime& usual = usualTimes_[first + i];
      usual.add(steps[i]);
      stepTimes_[first + i] = {usual.median(), usual.count(), usual.count()};
    }
    steps.clear();
  }
  if (sent_.isValid() && sent_.elapsed() < stepsTime) return;
  sent_.start();
  engine_.parts.profile.takeStepTimes(stepTimes_);
}

}  // namespace ng::views
