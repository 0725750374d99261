// SPDX-License-Identifier: Apache-2.0
// Measuring several things against each other: they take turns, so that a slow phase of the machine
// meets all of them, and the median of the rounds counts: of those in which nothing else ran on the
// machine, when there are enough. Before its turn the contenders before it have come to rest.
#pragma once

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

// Seconds on the wall's clock or, where NGRAPH_BENCH_CLOCK=cpu, of this process's processor time:
// for machines on which other work runs. Peers in processes of their own follow the same variable.
double seconds_now();

// Seconds that `calls` calls of a function take.
template <class F>
double timed(std::int64_t calls, const F& f) {
  const double start = seconds_now();
  for (std::int64_t i = 0; i < calls; ++i) f();
  return seconds_now() - start;
}

}  // namespace ng::bench
