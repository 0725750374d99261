// SPDX-License-Identifier: Apache-2.0
// The machine epsilon of float types.
#pragma once

#include "engine/base/dtype.h"

namespace ng {

// The distance from 1 to the next number of a float type: 2^-7 for bfloat16. 0 for other types.
constexpr double epsilon(DType dtype) {
  switch (dtype) {
    case DType::f64: return 0x1p-52;
    case DType::f32: return 0x1p-23;
    case DType::f16: return 0x1p-10;
    case DType::bf16: return 0x1p-7;
    default: return 0;
  }
}

}  // namespace ng
