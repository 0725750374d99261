// SPDX-License-Identifier: Apache-2.0
// Ends long work early: its loops poll, and whoever began the work on this thread says how it ends.
#pragma once

#include <chrono>
#include <functional>

namespace ng {

// While it lives, poll_cancellation() calls `check` on this thread every 50 ms or so. `check`
// throws a cancelled Error to end the work. Scopes nest: all are checked, inner ones first.
class CancellationScope {
 public:
  explicit CancellationScope(std::function<void()> check);
  ~CancellationScope();
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

 private:
  friend void check_cancellation();
  const std::function<void()> check_;
  CancellationScope* const around_;
  std::chrono::steady_clock::time_point checked_ = std::chrono::steady_clock::now();
};

// Called by a loop for every op, line or element of a thousand; costs a nanosecond. Throws what the
// scopes around it throw.
inline thread_local int polls_to_check = 0;
void check_cancellation();
inline void poll_cancellation() {
  if (--polls_to_check < 0) check_cancellation();
}

}  // namespace ng
