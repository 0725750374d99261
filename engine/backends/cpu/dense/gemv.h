// SPDX-License-Identifier: Apache-2.0
// Matrix-vector products (gemv) in float32. Libraries sum them in one chain, so that rounding
// errors grow with its length.
#pragma once

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Is C a single row or column of float32?
bool is_gemv(const Matmul& matmul);

// C = A B (see Matmul), on the pool's threads if there is enough work. The order of
// summation depends on the sizes only.
void gemv(const Matmul& matmul, const float* a, const float* b, float* c, StepScratch& scratch);
std::int64_t gemv_scratch(const Matmul& matmul);

}  // namespace ng
