// SPDX-License-Identifier: Apache-2.0
// Lengths of convolved, deconvolved and pooled axes, and the padding that a rule stands for.
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

// What users write: one number for both sides, two numbers, or "valid", "same", "causal", "full".
using PaddingRule = std::variant<std::int64_t, Padding, std::string>;

// One axis of a sliding window, in elements.
struct Window {
  std::int64_t input = 1;
  std::int64_t filter = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  bool pooling = false;

  // What the filter spans with its dilation.
  std::int64_t span() const { return dilation * (filter - 1) + 1; }
  // Value Error for an unknown rule.
  Padding padding(const PaddingRule& rule) const;
  // Value Error when it would be negative, or when a pooling window could lie in the padding alone.
  std::int64_t output_size(const PaddingRule& rule) const;
  // Of the transposed (de-)convolution. Value Error when it would be negative.
  std::int64_t transpose_size(const PaddingRule& rule) const;
};

}  // namespace ng
