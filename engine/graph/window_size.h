// SPDX-License-Identifier: Apache-2.0
// Lengths of convolved, deconvolved and pooled axes, and padding rules.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace ng {

struct Padding {
  std::int64_t before = 0, after = 0;
  bool operator==(const Padding&) const = default;
};

// A number for both sides, two numbers, or "valid", "same", "causal" or "full".
using PaddingRule = std::variant<std::int64_t, Padding, std::string>;

// One axis of a sliding window, in elements.
struct Window {
  std::int64_t input = 1;
  std::int64_t filter = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  bool pooling = false;

  // Number of elements that the dilated filter covers.
  std::int64_t span() const { return dilation * (filter - 1) + 1; }
  // Value Error for an unknown rule.
  Padding padding(const PaddingRule& rule) const;
  // Value Error if the size is negative, or if a pooling window could be in the padding only.
  std::int64_t output_size(const PaddingRule& rule) const;
  // Size of the transposed (de-)convolution. Value Error if it is negative.
  std::int64_t transpose_size(const PaddingRule& rule) const;
};

}  // namespace ng
