// SPDX-License-Identifier: Apache-2.0
// The logarithm of the gamma function.
#pragma once

#include "engine/graph/op.h"

namespace ng::onnx {

// log |gamma(x)| of float32 or float64, computed in float64: infinite at 0 and negative integers.
Op log_gamma(const Op& x);

}  // namespace ng::onnx
