// SPDX-License-Identifier: Apache-2.0
// Bias, residual and limits (ReLU, clip) or SiLU computed by the step of the convolution.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Merges a kernel that only adds a bias per channel, adds an array that is there before, and limits
// the result, or some of these, into the convolution whose only reader it is; with `silu`, also one
// that ends with SiLU instead of limits.
void merge_epilogues_into_convolutions(Program& program, bool silu);

}  // namespace ng
