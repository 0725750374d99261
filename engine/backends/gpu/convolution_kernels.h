// SPDX-License-Identifier: Apache-2.0
// Convolutions on the GPU: matmuls whose matrices are read from the images, filters and outputs as
// they are needed (implicit GEMM).
#pragma once

#include <string>

#include "engine/backends/gpu/tile_text.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// `NAME(arrays read…, result, parts?)`; see TileKernel.
TileKernel convolution_kernel(const Convolution& convolution, const std::string& name);

}  // namespace ng
