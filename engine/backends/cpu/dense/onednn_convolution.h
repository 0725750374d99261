// SPDX-License-Identifier: Apache-2.0
// Convolution by oneDNN, which is faster than the engine's own loops for small batches.
#pragma once

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

bool onednn_is_here();
// Is oneDNN measured to be faster than the engine's loops for this convolution?
bool onednn_is_faster(const Convolution& convolution);

// Like convolve. The result's channels are split over the pool's threads.
void onednn_convolve(const Convolution& convolution, const float* first, const float* second,
                     float* result, StepScratch& scratch);
// Scratch bytes. Does not include memory that oneDNN itself allocates during a call (copies of the
// operands in its own layouts), whose size is not known in advance.
std::int64_t onednn_scratch(const Convolution& convolution);

}  // namespace ng
