// SPDX-License-Identifier: Apache-2.0
// Measuring several things against each other: they take turns, so that a slow phase of the machine
// meets all of them, and the median of the rounds counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ng::bench {

struct Contender {
  std::string name;
  // Makes so many calls and returns how many seconds they took.
  std::function<double(std::int64_t calls)> seconds;
};

// Microseconds a call, for each contender. A round of a contender lasts some 10 ms.
std::vector<double> medians(std::span<const Contender> contenders, int rounds);

double median(std::vector<double> values);

// Seconds that `calls` calls of a function take.
template <class F>
double timed(std::int64_t calls, const F& f) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto start = now();
  for (std::int64_t i = 0; i < calls; ++i) f();
  return std::chrono::duration<double>(now() - start).count();
}

}  // namespace ng::bench
