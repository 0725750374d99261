// SPDX-License-Identifier: Apache-2.0
// Kernels as CUDA C++, and that compiled to PTX where NVRTC is installed: for reading, on any host.
#pragma once

#include "engine/backends/backend.h"

namespace ng {

DisplayText cuda_text(const kernel::Kernel& kernel);
// Compiles only when `compile` is set, some 22 ms a kernel; else says so.
DisplayText ptx_text(const kernel::Kernel& kernel, bool compile);

}  // namespace ng
