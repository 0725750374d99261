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
#include "engine/trace/timeline.h"

namespace ng::cli {

class Trace {
 public:
  using Clock = std::chrono::steady_clock;

  // Adds the passes of the compilation; events of the run follow them in time, if `keepsRun`.
  explicit Trace(const CompilationRecord& record, bool keepsRun = true);

  // Adds an execution of step number `step` of the program in call `call` (counted from 1).
  void addStep(std::size_t step, std::int64_t call, Clock::time_point start, Clock::time_point end);
  void addCall(std::int64_t call, Clock::time_point start, Clock::time_point end);

  // Makes a call of a run on a device, which measures the steps itself while notes are taken
  // (NotedDeviceTimes). Returns them; empty: the run is over.
  std::optional<std::vector<DeviceTurn>> callOnDevice(TrainingRun& run, std::int64_t call);

  // Writes the trace, replacing the file.
  void write(const std::string& path) const;
  std::string text() const;  // as JSON

 private:
  void addTurn(const DeviceTurn& turn, std::int64_t call);
  enum Row { callRow, stepRow };
  void add(std::size_t lane, std::size_t row, std::uint32_t name, std::int64_t call,
           Clock::time_point start, Clock::time_point end);

  Timeline timeline_;
  std::size_t lane_ = 0;
  std::uint32_t callName_ = 0;
  std::vector<std::uint32_t> stepNames_;
  Clock::time_point begin_ = Clock::now();
  std::int64_t runBegin_ = 0;
  const bool keepsRun_;
  bool full_ = false;
};

}  // namespace ng::cli
