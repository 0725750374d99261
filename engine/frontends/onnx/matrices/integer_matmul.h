// SPDX-License-Identifier: Apache-2.0
// Matrix products of 8-bit integers with zero points, exact in int32, whose sums wrap.
#pragma once

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

// An input of 8-bit integers, and the input with its zero point, which may be absent.
struct QuantisedInput {
  std::size_t matrix, zero_point;
};

bool is_of_bytes(const NodeContext& n, const QuantisedInput& input);

// (a - its zero point) (b - its zero point) by NumPy's rules of matmul, as int32. A zero point is
// one number, or one per row of a (per column of b).
Op integer_matmul(NodeContext& n, const QuantisedInput& a, const QuantisedInput& b);

}  // namespace ng::onnx
