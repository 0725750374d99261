// SPDX-License-Identifier: Apache-2.0
#include "app/link/session/engine_profile.h"

#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/session/compilation.h"

namespace ng::views {

namespace {

struct KernelTime {
  double microseconds = 0;  // per launch
  std::int64_t launches = 0, measured = 0;
};

// Sums the times of a kernel's steps, weighted by their number of measurements.
std::map<std::string, KernelTime> kernelTimes(const CompilationRecord& record,
                                              const std::vector<StepTime>& times) {
  std::map<std::string, KernelTime> all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    KernelTime& sum = all[record.steps[i].kernel];
    sum.microseconds += times[i].microseconds * static_cast<double>(times[i].calls);
    sum.measured += times[i].calls;
    sum.launches += times[i].launches;
  }
  for (auto& [kernel, time] : all)
    if (time.measured > 0) time.microseconds /= static_cast<double>(time.measured);
  return all;
}

}  // namespace

EngineProfile::EngineProfile(EngineLink& link, Published& published,
                             EngineCompilations& compilations)
    : link_(link),
      published_(published),
      state_(published.state.profile),
      compilations_(compilations) {
  state_.timeline = events_.timeline();
}

void EngineProfile::handle(const command::RecordTimeline& command) {
  recorders_ += command.on ? 1 : -1;
  link_.control.record(recording());
  emit recordingChanged();
}

void EngineProfile::take(RunFrame& frame) {
  if (frame.events) {
    if (frame.program == compilations_.shown()) events_.add(*frame.events);
    state_.timeline = events_.timeline();
  }
  if (frame.stepTimes) takeStepTimes(*frame.stepTimes);
}

void EngineProfile::restart() {
  state_.timesPace = 0;
  state_.fullSpeedTimes.clear();
  fullSpeedTimes_.clear();
  events_.restart(published_.state.compilation.compilation.get());
  state_.timeline = events_.timeline();
}

void EngineProfile::takeStepTimes(const std::vector<StepTime>& times) {
  const CompilationRecordPtr compilation = published_.state.compilation.compilation;
  if (!compilation || compilation->steps.size() != times.size()) return;
  const std::map<std::string, KernelTime> taken = kernelTimes(*compilation, times);
  state_.timesPace = 0;
  for (const StepTime& each : times) state_.timesPace = std::max(state_.timesPace, each.pace);
  if (state_.timesPace == 0)
    for (const auto& [kernel, time] : taken) fullSpeedTimes_[kernel] = time.microseconds;
  state_.fullSpeedTimes.clear();
  if (state_.timesPace > 0) state_.fullSpeedTimes = fullSpeedTimes_;
  compilations_.change([taken](CompilationRecord& record) {
    for (KernelRecord& kernel : record.kernels) {
      const auto found = taken.find(kernel.name);
      const KernelTime time = found == taken.end() ? KernelTime() : found->second;
      kernel.launches = time.launches;
      kernel.microseconds.reset();
      if (time.measured > 0) kernel.microseconds = time.microseconds;
    }
  });
}

void EngineProfile::forget() {
  events_.restart(nullptr);
  state_.timeline = events_.timeline();
}

}  // namespace ng::views
