// SPDX-License-Identifier: Apache-2.0
// Pooling for small batches, vectorised over the outputs of a row.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Does pool_rows() compute this pooling, and faster than a loop over the batch?
bool pools_rows(const Pooling& pooling);
// The outputs.
void pool_rows(const Pooling& pooling, const float* images, float* outputs, StepScratch& scratch);
std::int64_t row_pooling_scratch(const Pooling& pooling);  // bytes

}  // namespace ng
