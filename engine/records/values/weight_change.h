// SPDX-License-Identifier: Apache-2.0
// Compares two weights, also if one is stored transposed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/records/values/element_difference.h"

namespace ng {

struct WeightChange {
  // In the order below. Empty: no order gives both the same shape.
  std::optional<TensorDifference> elements;
  // Axes of the first in the order of the second; empty: the same order.
  std::vector<std::size_t> order;
};

// Null if types, shapes and elements are equal. A transposition is only assumed if the shapes
// differ in the order of their lengths, or if it makes all elements equal. The last axis of complex
// tensors has the `parts` of an element.
std::optional<WeightChange> weight_change(const Tensor& before, const Tensor& after, int parts = 1);

// "3 of 12 elements differ", "transposed (1, 0), equal elements"; empty without elements.
std::string to_string(const WeightChange& change);

}  // namespace ng
