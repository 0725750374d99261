// SPDX-License-Identifier: Apache-2.0
// Roots of sums of powers, as norms have them.
#pragma once

#include "engine/graph/op.h"

namespace ng::onnx {

// x to 1 / p for x >= 0; its gradient is 0 where x is 0, as frameworks define that of norms.
Op norm_of_total(const Op& x, double p);

}  // namespace ng::onnx
