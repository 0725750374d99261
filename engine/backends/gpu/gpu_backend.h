// SPDX-License-Identifier: Apache-2.0
// The GPU backend: programs run on an NVIDIA GPU, through its driver, NVRTC and cuBLAS.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& gpu_backend();  // the first device

// The backend named "gpu:N", N from 0; null for other names.
const Backend* gpu_backend(std::string_view name);

}  // namespace ng
