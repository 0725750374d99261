// SPDX-License-Identifier: Apache-2.0
// Matmuls of types narrower than float32, and of integers, in blocks on the pool's threads.
#pragma once

#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/program.h"

namespace ng {

// Is it a matmul of float16, bfloat16 or integers?
bool is_narrow(const Matmul& matmul);

// C = A B (see Matmul) without `accumulate`. The partition depends on the sizes only.
// 16-bit floats: converted to float32 block by block, added up in float32, rounded once.
// Integers: exact modulo 2^32 or 2^64.
void narrow_gemm(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c,
                 StepScratch& scratch);
std::int64_t narrow_scratch(const Matmul& matmul);

}  // namespace ng
