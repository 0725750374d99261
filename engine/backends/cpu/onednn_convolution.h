// SPDX-License-Identifier: Apache-2.0
// Convolutions by oneDNN, which is ahead of our own loops for small batches.
#pragma once

#include "engine/backends/cpu/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

bool onednn_is_here();
// Is it measured faster than our loops for such a convolution?
bool onednn_is_faster(const Convolution& convolution);

// As convolve does. The result's channels are split over the pool's threads.
void onednn_convolve(const Convolution& convolution, const float* first, const float* second,
                     float* result, StepScratch& scratch);
// Bytes of scratch that it needs. What oneDNN itself takes for a call is not known before, and not
// among them: copies of the operands in its own layouts.
std::int64_t onednn_scratch(const Convolution& convolution);

}  // namespace ng
