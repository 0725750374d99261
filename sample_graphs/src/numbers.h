// SPDX-License-Identifier: Apache-2.0
// Pseudo-random numbers for the samples' data, the same on every machine.
#pragma once

#include <cstdint>

namespace sample {

// xorshift32: integers only, hence no rounding.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : state_(seed * 2654435761u + 1) {}
  // A number from 0 to `below` - 1.
  int operator()(int below) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return static_cast<int>((state_ >> 8) % static_cast<std::uint32_t>(below));
  }

 private:
  std::uint32_t state_;
};

}  // namespace sample
