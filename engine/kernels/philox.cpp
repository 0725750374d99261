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
  for (int round = 0; round < philox_rounds; ++round) {
    const std::uint64_t a = std::uint64_t{philox_multipliers[0]} * counter[0];
    const std::uint64_t b = std::uint64_t{philox_multipliers[1]} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key[0] += philox_key_steps[0];
    key[1] += philox_key_steps[1];
  }
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
