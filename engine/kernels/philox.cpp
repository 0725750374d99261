// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/philox.h"

#include <cmath>
#include <numbers>

namespace ng::kernel {
namespace {

PhiloxCounter words(double seed, double count, double position) {
  const auto k = static_cast<std::uint64_t>(seed), n = static_cast<std::uint64_t>(count);
  const auto p = static_cast<std::uint64_t>(position);
  return philox({static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(p >> 32),
                 static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32)},
                {static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k >> 32)});
}

double fraction(std::uint32_t word) {
  return (word >> 8) * 0x1p-24;
}

}  // namespace

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < philox_rounds; ++round, key = next_key(key))
    philox_round(counter[0], counter[1], counter[2], counter[3], key);
  return counter;
}

double random_uniform(double seed, double count, double position) {
  return fraction(words(seed, count, position)[0]);
}

// The argument of the logarithm is in (0, 1].
double random_normal(double seed, double count, double position) {
  const PhiloxCounter drawn = words(seed, count, position);
  const double radius = std::sqrt(-2 * std::log(fraction(drawn[0]) + 0x1p-24));
  return radius * std::cos(2 * std::numbers::pi * fraction(drawn[1]));
}

}  // namespace ng::kernel
