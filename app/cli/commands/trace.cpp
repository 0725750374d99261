// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace.h"

#include <algorithm>
#include <cstdio>

#include "engine/distributed/rank_clocks.h"
#include "engine/records/compilation_record.h"
#include "engine/records/model_node.h"
#include "engine/session/compilation.h"
#include "engine/trace/trace_file.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostEvents = 1'000'000;

}  // namespace

Trace::Trace(const CompilationRecord& record, bool keepsRun, const RankMesh* ranks)
    : timeline_(compile_timeline(record)),
      runBegin_(timeline_.end()),
      keepsRun_(keepsRun),
      notes_(writes_for_all(ranks)),
      ranked_(ranks != nullptr),
      most_(mostEvents / static_cast<std::size_t>(ranks ? ranks->world().size() : 1)) {
  if (ranks) stages_ = stages_of(ranks->axes());
  lane_ = timeline_.lane(ranks ? laneOf(0) : "calls");
  callName_ = timeline_.name("call", "call");
  for (const StepRecord& step : record.steps) {
    const std::string& name = step.kernel.empty() ? step.text : step.kernel;
    stepNames_.push_back(timeline_.name(name, "step", step_detail(record.final_graph(), step)));
    stepTexts_ += name + "\n";
    stepLanes_.push_back(step.device.empty() ? lane_ : timeline_.lane("device " + step.device));
  }
}

// Stages are the last axis of the mesh.
std::string Trace::laneOf(int rank) const {
  const std::string name = "rank " + std::to_string(rank);
  return stages_ > 1 ? name + ", stage " + std::to_string(rank % stages_) : name;
}

std::size_t Trace::evaluationLane(int rank) {
  return timeline_.lane(ranked_ ? laneOf(rank) + ": evaluations" : "evaluations");
}

void Trace::add(std::size_t lane, std::size_t row, std::uint32_t name, std::int64_t call,
                Clock::time_point start, Clock::time_point end) {
  if (!keepsRun_ || !hasRoom()) return;
  timeline_.add(
      lane, row,
      {runBegin_ + since(start), runBegin_ + since(end), name, static_cast<std::int32_t>(call)});
}

bool Trace::hasRoom() {
  if (timeline_.size() < most_) return true;
  if (!full_ && notes_)
    std::fprintf(stderr, "ngraph: note: the trace is limited to %zu events\n", most_);
  full_ = true;
  return false;
}

std::int64_t Trace::since(Clock::time_point at) const {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(at - begin_).count();
}

void Trace::addStep(std::size_t step, std::int64_t call, Clock::time_point start,
                    Clock::time_point end) {
  add(stepLanes_.at(step), stepRow, stepNames_.at(step), call, start, end);
  if (own_.size() < most_)
    own_.push_back({since(start), since(end), call, static_cast<std::int64_t>(step)});
}

std::vector<std::uint32_t> Trace::namesOf(const std::string& texts) {
  if (texts == stepTexts_) return stepNames_;
  std::vector<std::uint32_t> names;
  for (std::size_t begin = 0; begin < texts.size();) {
    const std::size_t end = texts.find('\n', begin);
    names.push_back(timeline_.name(texts.substr(begin, end - begin), "step"));
    begin = end + 1;
  }
  return names;
}

void Trace::addOf(std::size_t lane, const OwnEvent& event,
                  const std::vector<std::uint32_t>& names) {
  const bool whole = event.step < 0;
  const std::uint32_t name =
      event.step <= evaluation0
          ? evaluationNames_.at(static_cast<std::size_t>(evaluation0 - event.step))
      : whole ? callName_
              : names.at(static_cast<std::size_t>(event.step));
  timeline_.add(lane, whole ? callRow : stepRow,
                {runBegin_ + event.start, runBegin_ + event.end, name,
                 static_cast<std::int32_t>(event.call)});
}

void Trace::gather(Communicator& world) {
  const std::vector<std::chrono::nanoseconds> differences = clock_differences(world, begin_);
  constexpr int tag = 2;
  const auto bytes_of = [](auto* data) { return reinterpret_cast<std::byte*>(data); };
  auto count = static_cast<std::int64_t>(own_.size());
  auto length = static_cast<std::int64_t>(stepTexts_.size());
  if (world.rank() > 0) {
    world.send(bytes_of(&length), sizeof length, 0, tag, "the length of the steps' names");
    world.send(bytes_of(stepTexts_.data()), length, 0, tag, "the names of the steps");
    world.send(bytes_of(&count), sizeof count, 0, tag, "the number of events");
    const auto bytes = count * static_cast<std::int64_t>(sizeof(OwnEvent));
    return world.send(bytes_of(own_.data()), bytes, 0, tag, "the events of a rank");
  }
  for (int rank = 1; rank < world.size(); ++rank) {
    world.receive(bytes_of(&length), sizeof length, rank, tag, "the length of the steps' names");
    std::string texts(static_cast<std::size_t>(length), '\n');
    world.receive(bytes_of(texts.data()), length, rank, tag, "the names of the steps");
    const std::vector<std::uint32_t> names = namesOf(texts);
    world.receive(bytes_of(&count), sizeof count, rank, tag, "the number of events");
    std::vector<OwnEvent> events(static_cast<std::size_t>(count));
    const auto bytes = count * static_cast<std::int64_t>(sizeof(OwnEvent));
    world.receive(bytes_of(events.data()), bytes, rank, tag, "the events of a rank");
    const std::int64_t difference = differences[static_cast<std::size_t>(rank)].count();
    const std::size_t lane = timeline_.lane(laneOf(rank));
    for (OwnEvent& event : events) {
      event.start += difference;
      event.end += difference;
      addOf(event.step <= evaluation0 ? evaluationLane(rank) : lane, event, names);
    }
  }
}

// Turns are placed by the device's clock.
void Trace::addTurn(const DeviceTurn& turn, std::int64_t call) {
  add(timeline_.lane(turn.lane), 0, stepNames_.at(turn.step), call, turn.begin, turn.end);
}

void Trace::addCall(std::int64_t call, Clock::time_point start, Clock::time_point end) {
  add(lane_, callRow, callName_, call, start, end);
  if (own_.size() < most_) own_.push_back({since(start), since(end), call, -1});
}

void Trace::addEvaluation(const std::string& name, std::int64_t call, Clock::time_point start,
                          Clock::time_point end) {
  const std::uint32_t known = timeline_.name(name, "evaluation");
  const auto at = std::ranges::find(evaluationNames_, known);
  const std::int64_t index = at - evaluationNames_.begin();
  if (at == evaluationNames_.end()) evaluationNames_.push_back(known);
  add(evaluationLane(0), callRow, known, call, start, end);
  if (own_.size() < most_) own_.push_back({since(start), since(end), call, evaluation0 - index});
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
