// SPDX-License-Identifier: Apache-2.0
// Samples the values of a run: summarises the output of each program step, in as many calls as a
// fixed share of the run time allows. Used on the thread that runs the computation.
#pragma once

#include <chrono>
#include <vector>

#include "engine/analysis/health_log.h"
#include "engine/session/transformer.h"

namespace ng {

class HealthWatch {
 public:
  static constexpr double share = 0.04;  // of the run's time

  explicit HealthWatch(const Computation& computation);

  // Called before call number `iteration` (from 1). True: run it step by step, and call stepped()
  // and called(). The first call is always due.
  bool is_due(std::int64_t iteration);
  // Number of completed steps of the call, or of those that are still valid from an earlier call.
  void stepped(std::size_t done);
  void called();  // after every call, due or not
  HealthBatch take();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  struct Output {
    int buffer = 0;
    OpId op = 0;
  };
  Computation computation_;
  std::vector<std::vector<Output>> outputs_;  // of each step
  std::vector<ValueSummary> found_;
  Clock::time_point began_;
  Seconds spent_{}, running_{}, looking_{};
  Seconds usual_{};  // time of an unwatched call; 0: none yet
  std::int64_t iteration_ = 0;
  std::size_t summarised_ = 0;  // steps of this call
  bool watching_ = false;
};

}  // namespace ng
