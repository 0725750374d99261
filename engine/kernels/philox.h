// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: Philox 4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw: "Parallel
// random numbers: as easy as 1, 2, 3", SC 2011). A number depends only on its counter and key, so
// that it is the same on every backend and in every order of evaluation.
#pragma once

#include <array>
#include <cstdint>

namespace ng::kernel {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;
inline constexpr int philox_rounds = 10;

// One round over the words of a counter, in place.
__attribute__((always_inline)) inline void philox_round(std::uint32_t& a, std::uint32_t& b,
                                                        std::uint32_t& c, std::uint32_t& d,
                                                        PhiloxKey key) {
  const std::uint64_t first = std::uint64_t{0xD2511F53} * a, second = std::uint64_t{0xCD9E8D57} * c;
  a = static_cast<std::uint32_t>(second >> 32) ^ b ^ key[0];
  b = static_cast<std::uint32_t>(second);
  c = static_cast<std::uint32_t>(first >> 32) ^ d ^ key[1];
  d = static_cast<std::uint32_t>(first);
}
// The key of the next round.
inline PhiloxKey next_key(PhiloxKey key) {
  return {key[0] + 0x9E3779B9, key[1] + 0xBB67AE85};
}

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

// The number of element `position` in draw `count` of the stream `seed`; all are integers below
// 2^53. Uniform: 24 bits in [0, 1). Normal: by the Box-Muller transform of two such numbers.
double random_uniform(double seed, double count, double position);
double random_normal(double seed, double count, double position);

}  // namespace ng::kernel
