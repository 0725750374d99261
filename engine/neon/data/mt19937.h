// SPDX-License-Identifier: Apache-2.0
// NumPy's legacy RandomState, bit-identical for a given seed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace ng {

class RandomState {
 public:
  explicit RandomState(std::uint32_t seed);

  std::uint32_t next();  // 32 random bits
  double uniform();      // in [0, 1): 53 bits from two outputs
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  // Normal number by the polar method; the second value of each accepted pair is kept for the next
  // call.
  double normal(double mean, double deviation);

 private:
  void refill();

  std::array<std::uint32_t, 624> state_;
  std::size_t used_ = 624;
  std::optional<double> spare_;
};

}  // namespace ng
