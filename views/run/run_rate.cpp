// SPDX-License-Identifier: Apache-2.0
// Exponentially smoothed rate: follows changes within seconds without flickering.
#include "views/run/run_rate.h"

#include <algorithm>
#include <cmath>

#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr double apart = 0.25;  // minimum time between samples, in seconds
constexpr double memory = 3;    // time constant, in seconds

}  // namespace

void RunRate::see(std::int64_t iteration, double seconds) {
  if (iteration_ < 0 || iteration < iteration_) {
    iteration_ = iteration;
    seconds_ = seconds;
    rate_.reset();
    return;
  }
  const double passed = seconds - seconds_;
  if (passed < apart) return;
  const double now = static_cast<double>(iteration - iteration_) / passed;
  const double weight = rate_ ? 1 - std::exp(-passed / memory) : 1;
  rate_ = rate_.value_or(0) + weight * (now - rate_.value_or(0));
  iteration_ = iteration;
  seconds_ = seconds;
}

std::optional<double> RunRate::secondsLeft(std::int64_t total) const {
  if (!rate_ || *rate_ <= 0) return std::nullopt;
  return static_cast<double>(std::max<std::int64_t>(0, total - iteration_)) / *rate_;
}

QString rateText(double iterationsPerSecond) {
  const bool many = iterationsPerSecond >= 10;
  return (many ? countText(std::llround(iterationsPerSecond))
               : QString::number(iterationsPerSecond, 'g', 2)) +
         " it/s";
}

QString durationText(double seconds) {
  const auto total = static_cast<std::int64_t>(std::ceil(seconds));
  const auto padded = [](std::int64_t n) { return QString::number(n).rightJustified(2, u'0'); };
  if (total < 60) return QString::number(total) + " s";
  if (total < 3600) return QString::number(total / 60) + " min " + padded(total % 60) + " s";
  return QString::number(total / 3600) + " h " + padded(total / 60 % 60) + " min";
}

}  // namespace ng::views
