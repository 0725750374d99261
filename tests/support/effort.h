// SPDX-License-Identifier: Apache-2.0
// How much work something takes, for limits that hold on any machine: the processor time of this
// process in units of a fixed piece of work, which is measured in the same process just after.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <vector>

namespace ng::testing {

// Of the whole process, or CLOCK_THREAD_CPUTIME_ID. Time spent waiting does not count.
inline double processor_seconds(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
  timespec used{};
  clock_gettime(clock, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// Seconds that a unit of work takes now: about a millisecond on a machine of 2024.
inline double seconds_of_a_unit() {
  constexpr int units = 10, steps = 200'000;
  std::vector<std::uint32_t> words(std::size_t{1} << 18);  // a megabyte: more than the first cache
  std::uint32_t* const all = words.data();
  double longest = 0;
  for (int round = 0; round < 3; ++round) {
    const double before = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    std::uint32_t state = 1;
    for (int i = 0; i < units * steps; ++i) {
      state = state * 1664525u + 1013904223u;
      all[state >> 14] += state;
    }
    const volatile std::uint32_t kept = all[state >> 14];  // so that the loop is not optimized away
    static_cast<void>(kept);
    longest = std::max(longest, processor_seconds(CLOCK_THREAD_CPUTIME_ID) - before);
  }
  return longest / units;
}

// Measures from its construction.
class Effort {
 public:
  explicit Effort(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) : clock_(clock) {}
  double seconds() const { return processor_seconds(clock_) - began_; }
  // Whether the work took at most `most` units. The unit is not measured where that is obvious: no
  // machine is twenty times as fast.
  bool within(double most) const {
    const double used = seconds();
    return used <= most * 5e-5 || used <= most * seconds_of_a_unit();
  }

 private:
  const clockid_t clock_;
  const double began_ = processor_seconds(clock_);
};

}  // namespace ng::testing
