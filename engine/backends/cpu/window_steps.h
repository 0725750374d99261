// SPDX-License-Identifier: Apache-2.0
// The cpu backend's own loops for convolution, pooling and look-up, over the pool's threads. What a
// part computes does not depend on how many threads there are.
#pragma once

#include <string>

#include "engine/backends/cpu/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// False when the step has no window.
bool run_window_step(const Step& step, std::byte* const* buffers, StepScratch& scratch);
// Bytes of scratch that it needs.
std::int64_t window_scratch(const WindowStep& step);

// `first` and `second` as the struct's comment lists them; `bias` where it asks for one.
void convolve(const Convolution& convolution, const float* first, const float* second,
              const float* bias, float* result, StepScratch& scratch);
std::int64_t convolution_scratch(const Convolution& convolution);
// Who computes a convolution here: "oneDNN" or "direct loops". NGRAPH_CONVOLUTION=onednn|direct
// asks for one; a missing oneDNN gives way.
std::string convolution_library(const Convolution& convolution);
// Who computes the step: the same, or "loops of the engine".
std::string window_library(const WindowStep& step);

// outputs from images; images from outputs (and images, for maxima); chosen from elements, images.
void pool(const Pooling& pooling, const float* first, const float* second, float* result);

// Value Error for an index that is no row.
void look_up(const Lookup& lookup, const float* first, const float* indices, float* result,
             StepScratch& scratch);
std::int64_t lookup_scratch(const Lookup& lookup);

}  // namespace ng
