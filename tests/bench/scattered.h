// SPDX-License-Identifier: Apache-2.0
// Weights of models whose values do not matter.
#pragma once

#include "engine/base/tensor.h"

namespace ng::bench {

// Float32 numbers from -size to size without a pattern, with which sums over channels would cancel.
Tensor scattered(const Shape& shape, double size);

}  // namespace ng::bench
