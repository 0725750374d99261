// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/elementwise/of_type.h"

#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/shapes/view.h"

namespace ng {

Op of_type(const Op& x, DType dtype) {
  return x.dtype() == dtype ? x : value_of(x, dtype);
}

Op of_type(const Op& x, const TensorType& type) {
  return broadcast(of_type(x, type.dtype), type.axes);
}

}  // namespace ng
