// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measure.h"

#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "tests/bench/quiet.h"

namespace ng::bench {
namespace {

constexpr double kRoundSeconds = 0.01;

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Number of calls that fill a round; the first calls, which bind and warm up, are not counted.
std::int64_t calls_a_round(const Contender& contender) {
  rest();
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

// Seconds per call over the rounds of one contender.
class Seconds {
 public:
  void add(double value, bool quiet) {
    all_.push_back(value);
    if (quiet) quiet_.push_back(value);
    ++rounds_so_far().all;
    if (!quiet) ++rounds_so_far().disturbed;
  }
  // Median of the undisturbed rounds if they are at least a quarter of all, else of all rounds.
  double counted() const { return median(quiet_.size() * 4 >= all_.size() ? quiet_ : all_); }

 private:
  std::vector<double> all_, quiet_;
};

}  // namespace

double seconds_now() {
  static const bool cpu = [] {
    const char* clock = std::getenv("NGRAPH_BENCH_CLOCK");
    return clock && std::string(clock) == "cpu";
  }();
  return seconds_of(cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<double> medians(std::span<const Contender> contenders, int rounds) {
  std::vector<std::int64_t> calls;
  for (const Contender& contender : contenders) calls.push_back(calls_a_round(contender));
  std::vector<Seconds> seconds(contenders.size());
  bool quiet = rest();
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      // An uncounted call fetches the contender's memory and wakes its threads; the kernel often
      // wakes two threads on one processor and needs some milliseconds to separate them.
      contenders[i].seconds(calls[i]);
      const double each = contenders[i].seconds(calls[i]) / static_cast<double>(calls[i]);
      const bool quiet_before = std::exchange(quiet, rest());
      seconds[i].add(each, quiet && quiet_before);
    }
  }
  std::vector<double> result;
  for (Seconds& values : seconds) result.push_back(values.counted() * 1e6);
  return result;
}

}  // namespace ng::bench
