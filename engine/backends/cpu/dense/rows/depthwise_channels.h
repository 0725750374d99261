// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of one image with channels in the lanes, for rows that would leave half of
// them empty. The image is transposed on its way to a padded copy, the outputs on their way back.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Does depthwise_channels() compute this depthwise convolution, and faster than one along its rows?
bool has_channels_in_lanes(const Convolution& convolution);
// Computes outputs from filters in the engine's order.
void depthwise_channels(const Convolution& convolution, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch);
std::int64_t depthwise_channels_scratch(const Convolution& convolution);  // bytes

}  // namespace ng
