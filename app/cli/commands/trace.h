// SPDX-License-Identifier: Apache-2.0
// Trace of a compilation and of the calls and steps of a run, for chrome://tracing, Perfetto and
// the workbench's timeline.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/neon/training/training.h"
#include "engine/runtime/device_times.h"
#include "engine/runtime/ranks/rank_mesh.h"
#include "engine/trace/timeline.h"

namespace ng::cli {

class Trace {
 public:
  using Clock = std::chrono::steady_clock;

  // Adds the passes of the compilation; events of the run follow them in time, if `keepsRun`.
  // On several ranks, each keeps its share of the events.
  explicit Trace(const CompilationRecord& record, bool keepsRun = true,
                 const RankMesh* ranks = nullptr);

  // Adds an execution of step number `step` of the program in call `call` (counted from 1).
  void addStep(std::size_t step, std::int64_t call, Clock::time_point start, Clock::time_point end);
  void addCall(std::int64_t call, Clock::time_point start, Clock::time_point end);
  // Adds an execution of the plan's evaluation `name` after call `call`, all its calls as one
  // event, in a lane of its own.
  void addEvaluation(const std::string& name, std::int64_t call, Clock::time_point start,
                     Clock::time_point end);

  // Makes a call of a run on a device, which measures the steps itself while notes are taken
  // (NotedDeviceTimes). Returns them; empty: the run is over.
  std::optional<std::vector<DeviceTurn>> callOnDevice(TrainingRun& run, std::int64_t call);

  // Adds the calls and steps of the other ranks to those of rank 0, each in a lane of its own and
  // by rank 0's clock. A collective call of all ranks, whose programs may be those of other stages.
  void gather(Communicator& world);

  // Writes the trace, replacing the file.
  void write(const std::string& path) const;
  std::string text() const;  // as JSON

 private:
  // An event of this rank, as it is sent to rank 0; times in ns since `begin_`.
  struct OwnEvent {
    std::int64_t start = 0, end = 0, call = 0;
    std::int64_t step = wholeCall;  // of the program; less: the evaluation evaluation0 - step
  };
  static constexpr std::int64_t wholeCall = -1, evaluation0 = -2;
  void addOf(std::size_t lane, const OwnEvent& event, const std::vector<std::uint32_t>& names);
  std::string laneOf(int rank) const;
  std::size_t evaluationLane(int rank);
  // The numbers of a program's step names, as `stepTexts_` of its rank gives them.
  std::vector<std::uint32_t> namesOf(const std::string& texts);
  void addTurn(const DeviceTurn& turn, std::int64_t call);
  bool hasRoom();
  std::int64_t since(Clock::time_point at) const;  // ns since `begin_`
  enum Row { callRow, stepRow };
  void add(std::size_t lane, std::size_t row, std::uint32_t name, std::int64_t call,
           Clock::time_point start, Clock::time_point end);

  Timeline timeline_;
  std::size_t lane_ = 0;
  std::uint32_t callName_ = 0;
  std::vector<std::uint32_t> stepNames_;
  std::vector<std::uint32_t> evaluationNames_;  // in the order in which they first ran
  std::vector<std::size_t> stepLanes_;  // of this rank: `lane_`, or that of the step's device
  std::vector<OwnEvent> own_;           // for gather()
  std::string stepTexts_;               // names of this rank's steps, one a line
  int stages_ = 1;
  Clock::time_point begin_ = Clock::now();
  std::int64_t runBegin_ = 0;
  const bool keepsRun_, notes_, ranked_;
  const std::size_t most_;  // events
  bool full_ = false;
};

}  // namespace ng::cli
