// SPDX-License-Identifier: Apache-2.0
// How fast a run goes and how long it will still take, from iterations seen at moments.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

namespace ng::views {

class RunRate {
 public:
  // `seconds` on any clock that only goes forward. Fewer iterations than before begin anew.
  void see(std::int64_t iteration, double seconds);
  void forget() { *this = RunRate(); }
  // Iterations a second, of the last seconds; nothing before there are two moments apart.
  std::optional<double> rate() const { return rate_; }
  std::optional<double> secondsLeft(std::int64_t total) const;

 private:
  std::int64_t iteration_ = -1;
  double seconds_ = 0;
  std::optional<double> rate_;
};

QString rateText(double iterationsPerSecond);  // "1,240 it/s", "0.42 it/s"
QString durationText(double seconds);          // "12 s", "3 min 05 s", "2 h 10 min"

}  // namespace ng::views
