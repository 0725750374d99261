// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/data/mt19937.h"

#include <cmath>

namespace ng {

RandomState::RandomState(std::uint32_t seed) {
  state_[0] = seed;
  for (std::uint32_t i = 1; i < state_.size(); ++i) {
    state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
}

void RandomState::refill() {
  constexpr std::size_t size = 624, shift = 397;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t mixed = (state_[i] & 0x80000000u) | (state_[(i + 1) % size] & 0x7fffffffu);
    state_[i] = state_[(i + shift) % size] ^ (mixed >> 1) ^ (mixed & 1 ? 0x9908b0dfu : 0u);
  }
  used_ = 0;
}

std::uint32_t RandomState::next() {
  if (used_ == state_.size()) refill();
  std::uint32_t value = state_[used_++];
  value ^= value >> 11;
  value ^= (value << 7) & 0x9d2c5680u;
  value ^= (value << 15) & 0xefc60000u;
  return value ^ (value >> 18);
}

double RandomState::uniform() {
  const std::uint32_t high = next() >> 5, low = next() >> 6;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double RandomState::normal(double mean, double deviation) {
  if (spare_) {
    const double value = *spare_;
    spare_.reset();
    return mean + deviation * value;
  }
  double x = 0, y = 0, square = 0;
  do {
    x = 2.0 * uniform() - 1.0;
    y = 2.0 * uniform() - 1.0;
    square = x * x + y * y;
  } while (square >= 1.0 || square == 0.0);
  const double factor = std::sqrt(-2.0 * std::log(square) / square);
  spare_ = factor * x;
  return mean + deviation * (factor * y);
}

}  // namespace ng
