// SPDX-License-Identifier: Apache-2.0
// Convolution of one tap, stride 1 and no padding: the products of packed filters and the images as
// they are.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

bool is_pointwise(const Convolution& convolution);
// Computes outputs. `filters` are in the engine's order or, with `packed`, as in packed_filters.h.
//
void pointwise_convolve(const Convolution& convolution, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch);
std::int64_t pointwise_scratch(const Convolution& convolution);  // bytes

}  // namespace ng
