// SPDX-License-Identifier: Apache-2.0
// Matmuls of 8-bit integers with sums in int32: see narrow_matmul.h.
#pragma once

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

void byte_gemm(const Matmul& matmul, const std::uint8_t* a, const std::uint8_t* b, std::int32_t* c,
               StepScratch& scratch);
std::int64_t byte_scratch(const Matmul& matmul);

}  // namespace ng
