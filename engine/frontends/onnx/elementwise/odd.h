// SPDX-License-Identifier: Apache-2.0
// Odd functions: f(-x) is -f(x).
#pragma once

#include "engine/ops/elementwise/elementwise.h"

namespace ng::onnx {

// By its formula for x >= 0. No product with the sign of x, which is 0 at 0, and so would be the
// derivative.
template <class Formula>
Op odd(const Op& x, Formula formula) {
  const Op negative = less(x, 0), made = formula(where(negative, -x, x));
  return where(negative, -made, made);
}

}  // namespace ng::onnx
