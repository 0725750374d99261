// SPDX-License-Identifier: Apache-2.0
// Numbers by chance for the samples' data, the same on every machine.
#pragma once

#include <cstdint>

namespace sample {

// xorshift32: whole numbers only, so that nothing is rounded.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : state_(seed * 2654435761u + 1) {}
  // From 0 to `below` - 1.
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
