// SPDX-License-Identifier: Apache-2.0
// The cpu backend's convolution, pooling and lookup on the thread pool. Results do not depend on
// the number of threads.
#pragma once

#include <optional>
#include <string>

#include "engine/backends/cpu/dense/matmul.h"
#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Returns false if the step has no window. A convolution of bytes calls `rows_made` for each output
// channel.
bool run_window_step(const Step& step, std::byte* const* buffers, StepScratch& scratch,
                     const RowsMade& rows_made = nullptr);
// Scratch bytes of the step.
std::int64_t window_scratch(const WindowStep& step);

// `first` and `second` in the order of the struct's comment.
void convolve(const Convolution& convolution, const float* first, const float* second,
              const EpilogueArrays& arrays, float* result, StepScratch& scratch);
std::int64_t convolution_scratch(const Convolution& convolution);
// Implementation of a convolution: "oneDNN", "direct loops" or a matmul library.
// NGRAPH_CONVOLUTION=flat|onednn|direct prefers one; without oneDNN, direct loops are used.
std::string convolution_library(const Convolution& convolution);
// See Backend::filter_order() and LanePlan.
std::optional<FilterOrder> filter_order(const Convolution& convolution);
// Implementation of a window step: like convolution_library, or "engine loops".
std::string window_library(const WindowStep& step);

// outputs from images; images from outputs (and images, for maxima); chosen from elements, images.
void pool(const Pooling& pooling, const float* first, const float* second, float* result,
          StepScratch& scratch);

// Throws a value Error for an index out of range.
void look_up(const Lookup& lookup, const float* first, const float* indices, float* result,
             StepScratch& scratch);
std::int64_t lookup_scratch(const Lookup& lookup);

}  // namespace ng
