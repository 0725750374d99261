// SPDX-License-Identifier: Apache-2.0
// Watches over a run: what each step of the program writes is summarised, in as many calls as a
// given share of the run's time allows. Used on the thread that runs the computation.
#pragma once

#include <chrono>
#include <vector>

#include "engine/session/health_log.h"
#include "engine/session/transformer.h"

namespace ng {

class HealthWatch {
 public:
  static constexpr double share = 0.04;  // of the run's time

  explicit HealthWatch(const Computation& computation);

  // Call number `iteration` (from 1) is to be made. True: step by step, telling stepped(), and
  // called() at its end; the first always is.
  bool is_due(std::int64_t iteration);
  void stepped(std::size_t done);  // steps of the call
  void called();                   // at the end of every call, due or not
  HealthBatch take();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  struct Output {
    int buffer = 0;
    OpKey op = 0;
  };
  Computation computation_;
  std::vector<std::vector<Output>> outputs_;  // of each step
  std::vector<ValueSummary> found_;
  Clock::time_point began_;
  Seconds spent_{}, running_{}, looking_{};
  Seconds usual_{};  // of a call that is not watched; 0: none was made
  std::int64_t iteration_ = 0;
  bool watching_ = false;
};

}  // namespace ng
