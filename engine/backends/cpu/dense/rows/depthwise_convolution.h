// SPDX-License-Identifier: Apache-2.0
// Convolution in groups of one image channel, for every batch. The lanes hold channels, if there
// are enough of a single image (depthwise_channels.h), else neighbouring outputs of a row.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Computes outputs from filters in the engine's order.
void depthwise_convolve(const Convolution& convolution, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch);
std::int64_t depthwise_scratch(const Convolution& convolution);  // bytes

}  // namespace ng
