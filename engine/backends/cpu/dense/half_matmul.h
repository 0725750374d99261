// SPDX-License-Identifier: Apache-2.0
// Matmuls of float16 and bfloat16: see narrow_matmul.h.
#pragma once

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

void half_gemm(const Matmul& matmul, const std::uint16_t* a, const std::uint16_t* b,
               std::uint16_t* c, StepScratch& scratch);
std::int64_t half_scratch(const Matmul& matmul);

}  // namespace ng
