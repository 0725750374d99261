// SPDX-License-Identifier: Apache-2.0
// A Chrome trace (chrome://tracing, Perfetto): what happened when, on named rows.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/session/record.h"

namespace ng::cli {

class Trace {
 public:
  using Clock = std::chrono::steady_clock;

  // The passes of a compilation one after the other; times of the run follow theirs.
  explicit Trace(const CompilationRecord& record);

  // Step number `step` of the program, run from `start` to `end` in call `call` (from 1).
  void addStep(std::size_t step, std::int64_t call, Clock::time_point start, Clock::time_point end);
  void addCall(std::int64_t call, Clock::time_point start, Clock::time_point end);

  // Replaces the file whole.
  void write(const std::string& path) const;

 private:
  struct Event {
    std::string name, category;
    int row = 0;
    double start = 0, duration = 0;  // microseconds
    std::int64_t call = 0;
    std::string detail;
  };
  double sinceBegin(Clock::time_point at) const;
  void add(Event event);

  std::vector<StepRecord> steps_;
  std::vector<Event> events_;
  Clock::time_point begin_ = Clock::now();
  double runBegin_ = 0;
  bool full_ = false;
};

}  // namespace ng::cli
