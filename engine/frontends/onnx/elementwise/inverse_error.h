// SPDX-License-Identifier: Apache-2.0
// The inverse of the error function.
#pragma once

#include "engine/graph/op.h"

namespace ng::onnx {

// y with erf(y) = x, of float32 or float64: infinite at -1 and 1, NaN beyond.
Op inverse_error(const Op& x);

}  // namespace ng::onnx
