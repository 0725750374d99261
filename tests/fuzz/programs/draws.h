// SPDX-License-Identifier: Apache-2.0
// Random numbers for a step of a program: the same for the same seed on every machine.
#pragma once

#include <cstdint>

namespace ng::fuzz {

// Steele, Lea and Flood 2014, "SplitMix"; also mixes two numbers into one.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b = 0) {
  std::uint64_t z = a + 0x9E3779B97F4A7C15ull * (b + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() { return mixed(state_, ++count_); }
  // 0 … count-1; 0 where count is less than 1.
  std::int64_t below(std::int64_t count) {
    const std::uint64_t value = bits();
    return count < 1 ? 0 : static_cast<std::int64_t>(value % static_cast<std::uint64_t>(count));
  }
  // first … last.
  std::int64_t within(std::int64_t first, std::int64_t last) {
    return first + below(last - first + 1);
  }
  bool chance(int percent) { return below(100) < percent; }
  // [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  template <class T, std::size_t N>
  const T& one_of(const T (&choices)[N]) {
    return choices[below(static_cast<std::int64_t>(N))];
  }

 private:
  std::uint64_t state_, count_ = 0;
};

}  // namespace ng::fuzz
