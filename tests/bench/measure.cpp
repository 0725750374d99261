// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measure.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace ng::bench {
namespace {

constexpr double kRoundSeconds = 0.01;

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Returns when this process does nothing any more. The threads of oneDNN and ONNX Runtime spin for
// up to 50 ms after a call, in case of another one; at two threads on two processors the contender
// whose turn comes next would share a processor with them and look twice as slow as it is.
void rest() {
  constexpr auto kPause = std::chrono::milliseconds(2);
  constexpr int kPauses = 100;
  constexpr double kStill = 0.0002;  // seconds of processor time during a pause
  for (int i = 0; i < kPauses; ++i) {
    const double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    std::this_thread::sleep_for(kPause);
    if (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before < kStill) return;
  }
}

// Calls that fill a round; the first calls, which bind and warm up, are not counted.
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
  std::vector<std::vector<double>> seconds(contenders.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      rest();
      contenders[i].seconds(1);  // wakes its threads and fetches its memory: not counted
      seconds[i].push_back(contenders[i].seconds(calls[i]) / static_cast<double>(calls[i]));
    }
  }
  std::vector<double> result;
  for (auto& values : seconds) result.push_back(median(std::move(values)) * 1e6);
  return result;
}

}  // namespace ng::bench
