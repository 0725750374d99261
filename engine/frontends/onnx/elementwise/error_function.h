// SPDX-License-Identifier: Apache-2.0
// The complementary error function.
#pragma once

#include "engine/graph/op.h"

namespace ng::onnx {

// 1 - erf(x) of float32 or float64, which keeps its digits where that difference cancels them.
Op complementary_error(const Op& x);

}  // namespace ng::onnx
