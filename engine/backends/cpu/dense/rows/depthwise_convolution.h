// SPDX-License-Identifier: Apache-2.0
// Convolution in groups of one image channel, for every batch. The lanes hold neighbouring outputs
// of a row, of a single image without a copy (depthwise_planes.h), or channels if its rows are
// short (depthwise_channels.h).
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
