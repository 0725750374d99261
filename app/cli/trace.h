// SPDX-License-Identifier: Apache-2.0
// A trace of a run (chrome://tracing, Perfetto, the workbench's timeline): the compile, then calls
// and the steps within them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/session/timeline.h"

namespace ng::cli {

class Trace {
 public:
  using Clock = std::chrono::steady_clock;

  // The passes of the compilation one after the other; times of the run follow theirs.
  explicit Trace(const CompilationRecord& record);

  // Step number `step` of the program, run from `start` to `end` in call `call` (from 1).
  void addStep(std::size_t step, std::int64_t call, Clock::time_point start, Clock::time_point end);
  void addCall(std::int64_t call, Clock::time_point start, Clock::time_point end);

  // Replaces the file whole.
  void write(const std::string& path) const;

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
