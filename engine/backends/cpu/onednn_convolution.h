// SPDX-License-Identifier: Apache-2.0
// Convolutions by oneDNN, which is ahead of our own loops for small batches.
#pragma once

#include "engine/runtime/window_steps.h"

namespace ng {

bool onednn_is_here();
// Is it measured faster than our loops for such a convolution?
bool onednn_is_faster(const Convolution& convolution);

// As convolve does. The result's channels are split over the pool's threads.
void onednn_convolve(const Convolution& convolution, const float* first, const float* second,
                     float* result);

}  // namespace ng
