// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace.h"

#include <cstdio>

#include "engine/records/compilation_record.h"
#include "engine/records/model_node.h"
#include "engine/session/compilation.h"
#include "engine/trace/trace_file.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostEvents = 1'000'000;

}  // namespace

Trace::Trace(const CompilationRecord& record, bool keepsRun)
    : timeline_(compile_timeline(record)), runBegin_(timeline_.end()), keepsRun_(keepsRun) {
  lane_ = timeline_.lane("calls");
  callName_ = timeline_.name("call", "call");
  for (const StepRecord& step : record.steps)
    stepNames_.push_back(timeline_.name(step.kernel.empty() ? step.text : step.kernel, "step",
                                        step_detail(record.final_graph(), step)));
}

void Trace::add(std::size_t lane, std::size_t row, std::uint32_t name, std::int64_t call,
                Clock::time_point start, Clock::time_point end) {
  if (!keepsRun_) return;
  if (timeline_.size() >= mostEvents) {
    if (!full_)
      std::fprintf(stderr, "ngraph: note: the trace is limited to %zu events\n", mostEvents);
    full_ = true;
    return;
  }
  const auto since = [this](Clock::time_point at) {
    return runBegin_ + std::chrono::duration_cast<std::chrono::nanoseconds>(at - begin_).count();
  };
  timeline_.add(lane, row, {since(start), since(end), name, static_cast<std::int32_t>(call)});
}

void Trace::addStep(std::size_t step, std::int64_t call, Clock::time_point start,
                    Clock::time_point end) {
  add(lane_, stepRow, stepNames_.at(step), call, start, end);
}

// Turns are placed by the device's clock.
void Trace::addTurn(const DeviceTurn& turn, std::int64_t call) {
  add(timeline_.lane(turn.lane), 0, stepNames_.at(turn.step), call, turn.begin, turn.end);
}

void Trace::addCall(std::int64_t call, Clock::time_point start, Clock::time_point end) {
  add(lane_, callRow, callName_, call, start, end);
}

std::optional<std::vector<DeviceTurn>> Trace::callOnDevice(TrainingRun& run, std::int64_t call) {
  const Clock::time_point begin = Clock::now();
  if (!run.step()) return std::nullopt;
  const Clock::time_point end = Clock::now();
  std::vector<DeviceTurn> turns =
      DeviceTimes::shared().take_turns_of(run.computation().compilation().program);
  for (const DeviceTurn& turn : turns) addTurn(turn, call);
  addCall(call, begin, end);
  return turns;
}

std::string Trace::text() const {
  return trace_text(timeline_);
}

void Trace::write(const std::string& path) const {
  write_trace(path, timeline_);
}

}  // namespace ng::cli
