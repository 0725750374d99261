// SPDX-License-Identifier: Apache-2.0
// Measures contenders against each other. They take turns, so that a slow phase of the machine
// affects all of them; the result is the median of the rounds without other load, if there are
// enough. Each turn starts when the previous contenders are idle.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ng::bench {

struct Contender {
  std::string name;
  // Makes this many calls and returns the elapsed seconds.
  std::function<double(std::int64_t calls)> seconds;
};

// Microseconds per call of each contender. A contender's round lasts about 10 ms.
std::vector<double> medians(std::span<const Contender> contenders, int rounds);

double median(std::vector<double> values);

// Wall-clock seconds, or this process's processor time with NGRAPH_BENCH_CLOCK=cpu, for machines
// with other load. Peers in separate processes read the same variable.
double seconds_now();

// Seconds for `calls` calls of a function.
template <class F>
double timed(std::int64_t calls, const F& f) {
  const double start = seconds_now();
  for (std::int64_t i = 0; i < calls; ++i) f();
  return seconds_now() - start;
}

}  // namespace ng::bench
