// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of one image whose planes are read where they lie.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// One image of depth 1 and outputs of its pixels, not of the padding before or after its depth.
bool is_flat_image(const Convolution& convolution);
// Does depthwise_planes() compute this depthwise convolution?
bool has_whole_planes(const Convolution& convolution);
// Computes outputs from filters in the engine's order.
void depthwise_planes(const Convolution& convolution, const float* images, const float* filters,
                      const EpilogueArrays& arrays, float* outputs, StepScratch& scratch);
std::int64_t depthwise_planes_scratch(const Convolution& convolution);  // bytes

}  // namespace ng
