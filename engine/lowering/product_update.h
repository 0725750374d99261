// SPDX-License-Identifier: Apache-2.0
// Fused ops that only add a multiple of a matmul to a value, such as an SGD update.
#pragma once

#include <optional>

#include "engine/graph/node.h"

namespace ng {

// base + alpha * scale * dot. All have the same axes except `scale`, a scalar or null (1). The
// caller checks that `dot` is lowered to a matmul and that `base` may be written.
struct ProductUpdate {
  Value base, dot, scale;
  double alpha = 1;
};
std::optional<ProductUpdate> product_update(const Node& fused);

// The operand of `fused` bound to the body parameter `value`; null if the body computes `value`.
Value outer_value(const Node& fused, const Value& value);

}  // namespace ng
