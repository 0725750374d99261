// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measure.h"

#include <time.h>

#include <algorithm>
#include <cstdlib>

namespace ng::bench {
namespace {

constexpr double kRoundSeconds = 0.01;

// Calls that fill a round; the first calls, which bind and warm up, are not counted.
std::int64_t calls_a_round(const Contender& contender) {
  contender.seconds(3);
  std::int64_t calls = 1;
  double seconds = contender.seconds(calls);
  while (seconds < kRoundSeconds / 4 && calls < (1 << 22)) {
    calls *= 4;
    seconds = contender.seconds(calls);
  }
  const double each = std::max(seconds / static_cast<double>(calls), 1e-9);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(kRoundSeconds / each));
}

}  // namespace

double seconds_now() {
  static const bool cpu = [] {
    const char* clock = std::getenv("NGRAPH_BENCH_CLOCK");
    return clock && std::string(clock) == "cpu";
  }();
  timespec now{};
  clock_gettime(cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> medians(std::span<const Contender> contenders, int rounds) {
  std::vector<std::int64_t> calls;
  for (const Contender& contender : contenders) calls.push_back(calls_a_round(contender));
  std::vector<std::vector<double>> seconds(contenders.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      seconds[i].push_back(contenders[i].seconds(calls[i]) / static_cast<double>(calls[i]));
    }
  }
  std::vector<double> result;
  for (auto& values : seconds) result.push_back(median(std::move(values)) * 1e6);
  return result;
}

}  // namespace ng::bench
