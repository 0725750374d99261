// SPDX-License-Identifier: Apache-2.0
// Fused ops that only add a multiple of a matrix product to a value: a step of descent.
#pragma once

#include <optional>

#include "engine/graph/node.h"

namespace ng {

// base + alpha * scale * dot, all over the same axes but `scale`, a number or null (then 1). Whether
// `dot` is a matrix product, and `base` may be written, is for the caller to see.
struct ProductUpdate {
  Value base, dot, scale;
  double alpha = 1;
};
std::optional<ProductUpdate> product_update(const Node& fused);

// The fused op's operand that `value`, of its body, stands for; null when it is computed inside.
Value outer_value(const Node& fused, const Value& value);

}  // namespace ng
