// SPDX-License-Identifier: Apache-2.0
// Small matmuls on the GPU: where starting cuBLAS takes longer than the sums.
#pragma once

#include <string>

#include "engine/backends/gpu/tile_text.h"
#include "engine/runtime/step.h"

namespace ng {

bool is_small(const Matmul& matmul);

// `NAME(a, b, base?, scale?, result)`: base if the matmul accumulates, scale if it is `scaled`.
TileKernel matmul_kernel(const Matmul& matmul, bool scaled, const std::string& name);

}  // namespace ng
