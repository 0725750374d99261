// SPDX-License-Identifier: Apache-2.0
// Matrix products of which C is one row or one column, in float32: libraries add those up in one
// chain, whose rounding errors grow with its length.
#pragma once

#include "engine/backends/cpu/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Is C one row or one column, of float32?
bool is_vector_product(const MatrixProduct& product);

// C = A times B (see MatrixProduct), over the pool's threads where there is work enough. Which sums
// are added up apart depends on the sizes alone.
void vector_product(const MatrixProduct& product, const float* a, const float* b, float* c,
                    StepScratch& scratch);
std::int64_t vector_product_scratch(const MatrixProduct& product);

}  // namespace ng
