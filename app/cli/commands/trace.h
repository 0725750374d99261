// SPDX-License-Identifier: Apache-2.0
// Trace of a compilation and of the calls and steps of a run, for chrome://tracing, Perfetto and
// the workbench's timeline.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/trace/timeline.h"

namespace ng::cli {

class Trace {
 public:
  using Clock = std::chrono::steady_clock;

  // Adds the passes of the compilation; events of the run follow them in time.
  explicit Trace(const CompilationRecord& record);

  // Adds an execution of step number `step` of the program in call `call` (counted from 1).
  void addStep(std::size_t step, std::int64_t call, Clock::time_point start, Clock::time_point end);
  void addCall(std::int64_t call, Clock::time_point start, Clock::time_point end);

  // Writes the trace, replacing the file.
  void write(const std::string& path) const;
  std::string text() const;  // as JSON

 private:
  enum Row { callRow, stepRow };
  void add(Row row, std::uint32_t name, std::int64_t call, Clock::time_point start,
           Clock::time_point end);

  Timeline timeline_;
  std::size_t lane_ = 0;
  std::uint32_t callName_ = 0;
  std::vector<std::uint32_t> stepNames_;
  Clock::time_point begin_ = Clock::now();
  std::int64_t runBegin_ = 0;
  bool full_ = false;
};

}  // namespace ng::cli
