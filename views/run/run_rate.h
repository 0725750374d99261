// SPDX-License-Identifier: Apache-2.0
// Estimates the speed and remaining time of a run from the number of iterations over time.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

namespace ng::views {

class RunRate {
 public:
  // `seconds` on a monotonic clock. A smaller `iteration` than before resets the estimate.
  void see(std::int64_t iteration, double seconds);
  void forget() { *this = RunRate(); }
  // Iterations per second over the last seconds; empty until two samples are available.
  std::optional<double> rate() const { return rate_; }
  std::optional<double> secondsLeft(std::int64_t total) const;

 private:
  std::int64_t iteration_ = -1;
  double seconds_ = 0;
  std::optional<double> rate_;
};

QString rateText(double iterationsPerSecond);  // e.g. "1,240 it/s", "0.42 it/s"
QString durationText(double seconds);          // e.g. "12 s", "3 min 05 s", "2 h 10 min"

}  // namespace ng::views
