// SPDX-License-Identifier: Apache-2.0
// Decides how long to wait for a GPU: a kernel cannot be stopped, so the wait for it must end.
#pragma once

#include <chrono>
#include <optional>

namespace ng {

class GpuWatch {
 public:
  // Seconds that a wait may last: NGRAPH_GPU_LIMIT, default 600; 0: no limit.
  static double limit_from_environment();

  explicit GpuWatch(double limit) : limit_(limit) {}

  enum class Verdict { wait, too_long, cancelled };
  // `cancelled`: the work still runs ten seconds (at most half the limit) after the user asked to
  // stop.
  Verdict verdict();
  void pause() const;      // between two looks: gives way to other threads, later sleeps
  double seconds() const;  // waited so far

 private:
  using Clock = std::chrono::steady_clock;
  double limit_;
  const Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> cancelled_at_;
};

}  // namespace ng
