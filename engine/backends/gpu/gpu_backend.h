// SPDX-License-Identifier: Apache-2.0
// The GPU: known, and unavailable with its reason. Kernels can be read as CUDA C++ and PTX anywhere.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

const Backend& gpu_backend();

// The CUDA C++ of a kernel, and its PTX where NVRTC is installed and `compile` is asked for.
DisplayText cuda_text(const kernel::Kernel& kernel);
DisplayText ptx_text(const kernel::Kernel& kernel, bool compile);

}  // namespace ng
