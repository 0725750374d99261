// SPDX-License-Identifier: Apache-2.0
// Convolution for small batches: the lanes hold neighbouring outputs of a row, or of several rows
// with the elements between them, so that they are filled by any batch.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Computes outputs. `filters` are in the engine's order or, with `packed`, as in packed_filters.h.
//
void flat_convolve(const Convolution& convolution, const float* images, const float* filters,
                   const EpilogueArrays& arrays, float* outputs, StepScratch& scratch);
std::int64_t flat_scratch(const Convolution& convolution);  // bytes

}  // namespace ng
