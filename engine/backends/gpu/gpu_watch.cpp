// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/gpu/gpu_watch.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "engine/base/number.h"
#include "engine/runtime/cancellation.h"

namespace ng {
namespace {

constexpr double default_limit = 600, patience = 10;  // seconds
constexpr double spin = 5e-3;                         // seconds
constexpr std::chrono::microseconds nap(50);

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

double GpuWatch::limit_from_environment() {
  const char* given = std::getenv("NGRAPH_GPU_LIMIT");
  if (!given || !*given) return default_limit;
  const auto limit = number_from(given);
  return limit && limit->real() >= 0 ? limit->real() : default_limit;
}

double GpuWatch::seconds() const {
  return seconds_between(begin_, Clock::now());
}

GpuWatch::Verdict GpuWatch::verdict() {
  const Clock::time_point now = Clock::now();
  if (limit_ > 0 && seconds_between(begin_, now) > limit_) return Verdict::too_long;
  if (!cancel_requested()) return Verdict::wait;
  if (!cancelled_at_) cancelled_at_ = now;
  const double most = limit_ > 0 ? std::min(patience, limit_ / 2) : patience;
  return seconds_between(*cancelled_at_, now) > most ? Verdict::cancelled : Verdict::wait;
}

void GpuWatch::pause() const {
  if (seconds() < spin) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(nap);
  }
}

}  // namespace ng
