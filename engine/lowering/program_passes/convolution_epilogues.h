// SPDX-License-Identifier: Apache-2.0
// Bias and ReLU computed by the step of the convolution.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Merges a kernel that only adds a bias per channel, applies ReLU, or both, into the convolution
// whose only reader it is.
void merge_epilogues_into_convolutions(Program& program);

}  // namespace ng
