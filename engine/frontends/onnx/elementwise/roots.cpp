// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/elementwise/roots.h"

#include "engine/ops/elementwise/elementwise.h"

namespace ng::onnx {

Op norm_of_total(const Op& x, double p) {
  if (p == 1) return x;
  const Op none = equal(x, 0), some = where(none, 1, x);
  return where(none, 0, p == 2 ? sqrt(some) : power(some, 1 / p));
}

}  // namespace ng::onnx
